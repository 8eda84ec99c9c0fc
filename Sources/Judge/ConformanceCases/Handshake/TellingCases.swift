internal import ConformanceKit
internal import ConformanceWire

/// What a node's own hello or welcome says: the other half of the rules.
enum TellingCases {
  /// A rule, and what is wrong with a message that breaks it.
  private struct Rule: Sendable {
    let name: String
    let clause: String
    let fault: @Sendable (Value) -> String?

    init(_ name: String, _ clause: String, _ fault: @escaping @Sendable (Value) -> String?) {
      self.name = name
      self.clause = clause
      self.fault = fault
    }
  }

  private static let limits = [
    Rule("limits-samples", "HELLO-LIMIT-SAMPLES") {
      $0["limits"]["samples"].number < 1 ? "it takes no sample" : nil
    },
    Rule("limits-bytes", "HELLO-LIMIT-BYTES-MOST") {
      let bytes = $0["limits"]["bytes"].number
      return (1...1 << 40).contains(bytes) ? nil : "it takes batches of \(bytes) bytes"
    },
    Rule("limits-credit", "HELLO-LIMIT-CREDIT-MOST") {
      let credit = $0["limits"]["credit"].number
      return (1...1 << 40).contains(credit) ? nil : "it gives a credit of \(credit) bytes"
    },
  ]

  private static let hello =
    limits + [
      Rule("versions", "HELLO-VERSION-ORDER") {
        let (lowest, highest) = ($0["lowest_version"].number, $0["highest_version"].number)
        return lowest >= 1 && lowest <= highest
          ? nil : "the versions \(lowest) to \(highest)"
      },
      Rule("role", "HELLO-ROLE-KNOWN") {
        $0["role"].number == 2 ? nil : "the role \($0["role"].number)"
      },
      Rule("ordinal", "HELLO-ORDINAL-BOUND") {
        $0["ordinal"].word < 1 << 63 ? nil : "an ordinal of 2^63 or more"
      },
      Rule("floor", "HELLO-FLOOR") {
        (Instant.beginning..<Instant.end).contains($0["floor"].real)
          ? nil : "a floor outside the years 1 to 9999"
      },
      Rule("known", "HELLO-KNOWN") { $0["known"].isPresent ? nil : "nothing of what it knows" },
      Rule("known-numbers", "VECTOR-KNOWN-COUNT") {
        (try? KnownFrom($0["known"])) == nil ? "types without numbers, or none at all" : nil
      },
      Rule("settings", "HELLO-SETTINGS") {
        $0["settings"].isPresent ? nil : "nothing of the record in force"
      },
      Rule("settings-records", "HELLO-SETTINGS-RECORDS") {
        $0["settings"]["records"].items.isEmpty ? nil : "the records of its settings"
      },
      Rule("vector", "HELLO-VECTOR") { $0["vector"].isPresent ? nil : "no vector" },
      Rule("now", "HELLO-NOW-FINITE") { $0["now"].real.isFinite ? nil : "no clock" },
      Rule("view", "SYNC-VIEW-NEW") { $0["view"].word != 0 ? nil : "the view 0" },
    ]

  private static let welcome =
    limits + [
      Rule("version", "SYNC-VERSION-RANGE") {
        $0["version"].number == 1 ? nil : "the version \($0["version"].number)"
      },
      Rule("vector", "HELLO-WELCOME-VECTOR") { $0["vector"].isPresent ? nil : "no vector" },
      Rule("now", "HELLO-WELCOME-NOW") { $0["now"].real.isFinite ? nil : "no clock" },
    ]

  private static let helloCases = hello.map { rule in
    Case("handshake/hello-told/\(rule.name)", rule.clause, of: .watch) { stage in
      let peer = try stage.peer()
      peer.settings["records"] = [["key": "owner/conformance", "value": .bytes([1, 2, 3])]]
      let session = try peer.open()
      try check(try session.expect("hello"), rule)
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      try check(try session.expect("hello"), rule)
    }
  }

  private static let welcomeCases = welcome.map { rule in
    Case("handshake/welcome-told/\(rule.name)", rule.clause, of: .phone) { stage in
      let peer = try stage.peer()
      try check(try peer.greet(try peer.open()), rule)
    }
  }

  private static func check(_ message: Value, _ rule: Rule) throws {
    if let fault = rule.fault(message) {
      throw Deviation(expected: "a message by [\(rule.clause)]", observed: fault)
    }
  }

  private static let views = [
    Case("handshake/welcome-told/view", "HELLO-WELCOME-VIEW", of: .phone) { stage in
      let (peer, session) = try stage.open()
      try expect(try peer.greet(session), toName: peer.view)
      peer.view ^= 2
      try expect(try peer.greet(session), toName: peer.view)
    }
  ]

  private static func expect(_ welcome: Value, toName view: UInt64) throws {
    try Deviation.unless(
      welcome["view"].word == view, "a welcome that names the view of the hello",
      "one that names another")
  }

  static let all = helloCases + welcomeCases + views
}
