internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "settings".
enum SettingsSaboteurs {
  static let all: [Saboteur] =
    blind + strict + RecordSaboteurs.all + AccessSaboteurs.all + QuestionSaboteurs.all
    + DecidingSaboteurs.all + WorkoutSaboteurs.all

  /// They look at no field.
  private static let blind = paths(of: [
    "settings/rules/", "settings/questions/", "settings/profile/", "settings/workouts/rules/",
  ]).map(Saboteur.blind)

  /// They take less than they have to: a phone ends the session instead of its answer once it has decided
  /// anew, a watch instead of its second hello or later.
  private static let strict = paths(of: ["settings/bounds/"]).flatMap { path in
    [
      Saboteur(path, "takes no record that is at a bound", of: .phone) {
        $0.onHearing(["welcome", "settings", "ended"], after: 2) { _ in ended }
      },
      Saboteur(path, "takes no record that is at a bound", of: .watch) {
        $0.onHearing(["hello"], after: 2) { _ in ended }
      },
    ]
  }

  private static let ended = Message("SyncMessage", ["ended": ["reason": 6]])

  /// The paths of the catalogue that begin with one of those.
  private static func paths(of beginnings: [String]) -> [String] {
    Catalogue.all.map(\.path).filter { path in beginnings.contains { path.hasPrefix($0) } }
  }
}

extension Interference {
  /// Whether a message is one of a session; which kinds it has then.
  private static func session(_ method: String, _ bytes: [UInt8]) -> Message? {
    guard method == "dyad.v1.Sync/Session" else { return nil }
    return try? Message("SyncMessage", decoding: bytes)
  }

  /// Changes messages of those kinds on their way from the node, but for so many that come first.
  mutating func onHearing(
    _ kinds: Set<String>, after skipped: Int = 0, _ change: @escaping (Message) -> Message?
  ) {
    let passed = Count()
    let before = hears
    hears = { method, bytes in
      before(method, bytes).flatMap { bytes -> [[UInt8]] in
        guard let message = Self.session(method, bytes), kinds.contains(message.kind() ?? ""),
          passed.next() >= skipped
        else { return [bytes] }
        return change(message).map { [$0.encoded()] } ?? []
      }
    }
  }

  /// The same with what the kind holds.
  mutating func hearing(
    _ kind: String, after skipped: Int = 0, _ change: @escaping (inout Value) -> Void
  ) {
    onHearing([kind], after: skipped) { message in
      var message = message
      change(&message[kind])
      return message
    }
  }

  /// Changes messages of a kind on their way to the node, but for so many that come first.
  mutating func saying(
    _ kind: String, after skipped: Int = 0, _ change: @escaping (inout Value) -> Void
  ) {
    let passed = Count()
    let before = says
    says = { method, bytes in
      before(method, bytes).map { bytes in
        guard var message = Self.session(method, bytes), message[kind].isPresent,
          passed.next() >= skipped
        else { return bytes }
        change(&message[kind])
        return message.encoded()
      }
    }
  }

  /// Ends calls of a method otherwise than the node does, without an answer, but for the first ones.
  mutating func ending(_ method: String, after skipped: Int = 0, as refusal: Refusal) {
    let passed = Count()
    let isOver = Count()
    let (heard, ended) = (hears, ends)
    let name = "dyad.v1." + method
    hears = { method, bytes in
      guard method == name, isOver.value >= skipped else { return heard(method, bytes) }
      return []
    }
    ends = { method, end in
      guard method == name else { return ended(method, end) }
      _ = isOver.next()
      return passed.next() >= skipped ? refusal.end() : ended(method, end)
    }
  }
}
