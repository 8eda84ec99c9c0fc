internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "app".
enum AppSaboteurs {
  static let all: [Saboteur] =
    blind + StoreRuleSaboteurs.all + CallerSaboteurs.all + DataSaboteurs.all + FeedSaboteurs.all
    + DenialSaboteurs.all

  /// They take what nobody may say.
  private static let blind =
    paths(of: ["app/condition/", "app/request/"]).map(Saboteur.blind)
    + [
      "app/subscription/name-empty", "app/subscription/name-too-long",
      "app/subscription/name-with-a-slash", "app/subscription/name-with-a-control",
      "app/subscription/of-no-types", "app/subscription/of-too-many-types",
      "app/subscription/of-what-is-no-sample", "app/subscription/one-too-many",
      "app/subscription/acknowledged-unknown", "app/subscription/read-unknown",
      "app/subscription/acknowledged-without-types",
      "app/subscription/acknowledged-of-another-type",
      "app/save/with-dots", "app/save/with-positions", "app/save/unit-of-another-kind",
      "app/save/unit-of-nobody", "app/save/no-payload", "app/save/value-no-number",
      "app/save/end-before-start", "app/save/uuid-twice-in-a-run",
      "app/save/uuid-twice-in-runs", "app/save/too-many-rows", "app/save/members-not-there",
      "app/save/details-without-a-series", "app/save/details-with-another-series",
      "app/save/details-without-a-value", "app/save/details-with-another-value",
      "app/save/details-beyond-their-range", "app/save/document-without-bytes",
      "app/save/document-too-short",
      "app/save/document-too-long", "app/save/uuid-that-is-there",
      "app/save/uuid-that-was-deleted", "app/save/below-the-cutoff",
      "app/save/type-of-tomorrow", "app/save/all-or-none", "app/delete/named-and-meant",
      "app/delete/one-is-not-there", "app/anchor/of-another-app", "app/anchor/changed",
      "app/anchor/cut", "app/anchor/of-the-owner", "app/anchor/beyond-the-log",
      "app/anchor/one-type-at-a-time", "app/permission/no-reason-to-share",
      "app/permission/no-reason-to-read", "app/document/without-a-run",
      "app/document/with-two-runs", "app/document/of-several",
      "app/document/of-something-else", "app/document/of-no-bytes",
      "app/document/too-few-bytes", "app/document/too-many-bytes", "app/document/not-xml",
      "app/document/another-namespace", "app/document/without-a-custodian",
      "app/document/with-a-document-type", "app/workout/begins-paused",
      "app/workout/begins-with-nothing", "app/workout/no-such-activity",
      "app/workout/no-such-location", "app/workout/pool-of-a-run",
      "app/workout/lap-without-a-pool", "app/workout/lap-of-no-length",
      "app/workout/started-again", "app/workout/prepared-late", "app/workout/resumed-when-over",
      "app/workout/lap-after-the-stop", "app/workout/before-it-began",
      "app/workout/later-than-now",
      "app/workout/leg-of-nothing", "app/workout/leg-in-no-such-place",
      "app/workout/leg-before-the-last", "app/workout/replaced-by-its-app", "app/activity/no-days",
      "app/activity/too-many-days",
      "app/activity/days-that-do-not-ascend", "app/save/too-many-samples",
      "app/save/too-many-plain-samples",
    ].map(Saboteur.blind)

  /// The paths of the catalogue that begin with one of those.
  static func paths(of beginnings: [String]) -> [String] {
    Catalogue.all.map(\.path).filter { path in beginnings.contains { path.hasPrefix($0) } }
  }
}

extension Interference {
  /// Changes answers of a method.
  ///
  /// - Parameters:
  ///   - method: "Store/Query".
  ///   - skipped: How many pass first.
  ///   - change: What is done to them.
  mutating func answering(
    _ method: String, after skipped: Int = 0, _ change: @escaping (inout Message) -> Void
  ) {
    let passed = Count()
    let before = hears
    let name = "dyad.v1." + method
    hears = { method, bytes in
      before(method, bytes).map { bytes in
        guard method == name, let type = Schema.shared.methods[name]?.output,
          var message = try? Message(type, decoding: bytes), passed.next() >= skipped
        else { return bytes }
        change(&message)
        return message.encoded()
      }
    }
  }

  /// Changes requests of a method.
  mutating func asking(
    _ method: String, after skipped: Int = 0, _ change: @escaping (inout Message) -> Void
  ) {
    let passed = Count()
    let before = says
    let name = "dyad.v1." + method
    says = { method, bytes in
      before(method, bytes).map { bytes in
        guard method == name, let type = Schema.shared.methods[name]?.input,
          var message = try? Message(type, decoding: bytes), passed.next() >= skipped
        else { return bytes }
        change(&message)
        return message.encoded()
      }
    }
  }

  /// Ends calls of a method well, whatever the node says.
  mutating func excusing(_ method: String, after skipped: Int = 0) {
    let passed = Count()
    let name = "dyad.v1." + method
    let before = ends
    ends = { method, end in
      guard method == name, passed.next() >= skipped else { return before(method, end) }
      return CallEnd(code: 0)
    }
  }

  /// Changes how calls are refused.
  mutating func refusing(
    _ method: String, after skipped: Int = 0, _ change: @escaping (inout CallEnd) -> Void
  ) {
    let passed = Count()
    let name = "dyad.v1." + method
    let before = ends
    ends = { method, end in
      guard method == name, end.code != 0, passed.next() >= skipped, var end = before(method, end)
      else { return before(method, end) }
      change(&end)
      return end
    }
  }
}
