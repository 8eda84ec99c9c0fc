internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of weights, credit and acknowledgements.
enum CreditSaboteurs {
  static let all = weights + credit + limits + acknowledgements

  private static let weights: [Saboteur] = Catalogue.all.map(\.path)
    .filter { $0.hasPrefix("flow/weight/") }.map {
      .tells($0, "acknowledgement", "weighs 8 bytes too much") {
        if $0["received"].number > 0 { $0["received"] = .integer($0["received"].number + 8) }
      }
    }

  /// A node that goes by other limits than the peer says.
  private static func misreads(
    _ path: String, _ name: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur("flow/\(path)", name) {
      $0.says = { method, bytes in
        let hello = Saboteur.changed(bytes, of: "hello", method) { change(&$0["limits"]) }
        return [Saboteur.changed(hello, of: "welcome", method) { change(&$0["limits"]) }]
      }
    }
  }

  private static let credit: [Saboteur] = [
    misreads("credit/stops-at-the-credit", "begins one more at the credit") {
      if $0["credit"].number > 1 { $0["credit"] = .integer($0["credit"].number + 1) }
    },
    misreads("credit/one-may-go-beyond", "takes four times the credit") {
      if $0["credit"].number > 1 { $0["credit"] = .integer($0["credit"].number * 4) }
    },
    .hears("flow/credit/acknowledged-is-free-again", "acknowledgement", "frees nothing") {
      $0["received"] = 0
    },
    Saboteur("flow/credit/lower-number-is-no-news", "takes acknowledgements back") {
      let wasLower = Memory(false)
      $0.says = { method, bytes in
        [
          Saboteur.changed(bytes, of: "acknowledgement", method) {
            if $0["received"].number == 0 { wasLower.value = true }
            if wasLower.value { $0["received"] = 0 }
          }
        ]
      }
    },
    misreads("credit/higher-number-opens-nothing", "takes any credit") {
      $0["credit"] = .integer(1 << 30)
    },
  ]

  private static let limits: [Saboteur] = [
    misreads("limits/samples-of-a-batch", "sends all at once") { $0["samples"] = 4096 },
    misreads("limits/bytes-of-a-batch", "sends all at once") { $0["bytes"] = .integer(1 << 20) },
    misreads("limits/smaller-of-both", "sends all at once") { $0["samples"] = 4096 },
    .withholds(
      "flow/limits/one-sample-is-sent-whatever-it-weighs", "batch", "never sends what is too heavy"
    ),
    .refuses("flow/limits/one-sample-is-taken-whatever-it-weighs", "refuses what is heavy") {
      $0.count > 500_000
    },
  ]

  private static let acknowledgements: [Saboteur] = [
    .withholds(
      "flow/acknowledgement/owed-for-a-batch", "acknowledgement", "acknowledges nothing"),
    Saboteur("flow/acknowledgement/owed-for-what-changes-nothing", "skips what it knows") {
      let seen = Memory<Set<[UInt8]>>([])
      $0.says = { method, bytes in
        guard Saboteur.content(bytes, of: "batch", method) != nil else { return [bytes] }
        return seen.value.insert(bytes).inserted ? [bytes] : []
      }
    },
    .tells(
      "flow/acknowledgement/counts-all-of-the-session", "acknowledgement", "counts what never came"
    ) {
      $0["received"] = .integer($0["received"].number + 1 << 20)
    },
    Saboteur("flow/acknowledgement/begins-anew-with-the-session", "goes on counting") {
      let batches = Memory(0)
      $0.says = { method, bytes in
        if Saboteur.content(bytes, of: "batch", method) != nil { batches.value += 1 }
        return [bytes]
      }
      $0.hears = { method, bytes in
        [
          Saboteur.changed(bytes, of: "acknowledgement", method) {
            let earlier = batches.value > 1 ? 400 : 0
            $0["received"] = .integer($0["received"].number + Int64(earlier))
          }
        ]
      }
    },
    .tells(
      "flow/acknowledgement/covers-what-it-acknowledges", "acknowledgement", "covers nothing"
    ) {
      $0["vector"] = ["whole": [:]]
    },
    .tells(
      "flow/acknowledgement/has-the-place-in-the-log", "acknowledgement", "stays at the beginning"
    ) {
      $0["cursor"] = ["position": 0]
    },
    Saboteur("flow/acknowledgement/lost-session-starts-over", "takes what it sent for known") {
      // Each of two sessions is told it.
      let once = Memory(0)
      $0.hears = { method, bytes in
        guard Saboteur.content(bytes, of: "batch", method) != nil else { return [bytes] }
        once.value += 1
        return once.value > 1 ? [] : [bytes]
      }
    },
  ]
}
