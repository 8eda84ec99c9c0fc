internal import ConformanceKit
internal import ConformanceWire

/// By what a phone knows its own record again.
enum SealCases {
  private static let (heart, sleep) = (Sample.heartRateType, Sample.sleepType)

  static let all = [
    Case("settings/seal/told", "SETTINGS-SEAL-TOLD", of: .phone) { stage in
      let peer = try stage.peer()
      try peer.ready().end()
      let count = peer.settings["seal"].data.count
      try Deviation.unless(count > 0, "a record with a seal", "one without")
    },
    Case("settings/seal/kept", "SETTINGS-SEAL-KEPT", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let seal: [UInt8] = [1, 2, 3, 255]
      let hello = try peer.decide(in: session) { $0["seal"] = .bytes(seal) }
      try expect(hello, seal: seal)
    },
    Case("settings/seal/kept-over-sessions", "SETTINGS-SEAL-KEPT", of: .watch, needs: [.restart]) {
      stage in
      let (peer, session) = try stage.ready()
      let seal = [UInt8](repeating: 9, count: 256)
      try peer.decide(in: session) { $0["seal"] = .bytes(seal) }
      try stage.node().restart(kill: true)
      let again: Session
      do {
        again = try peer.open()
      } catch WireError.refused {
        // What the node began before it was killed has to be over first.
        again = try peer.open()
      }
      try expect(try again.expect("hello"), seal: seal)
    },
    Case("settings/seal/none-where-none-was-told", "SETTINGS-SEAL-KEPT", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      try peer.decide(in: session) { $0["seal"] = .bytes([5]) }
      let hello = try peer.decide(in: session) { $0["seal"] = .absent }
      try expect(hello, seal: [])
    },
    Case(
      "settings/seal/forgotten", "SYNC-SETTINGS-REISSUE", of: .phone, needs: [.owner, .restart]
    ) { stage in
      let (peer, node) = (try stage.peer(), try stage.node())
      try PhoneRecordCases.setScope([heart, sleep], node)
      try peer.ready().end()
      let backup = try Backup(of: node)
      try PhoneRecordCases.setScope([sleep], node)
      try peer.ready().end()
      let number = peer.settings["version"]["number"].number
      try backup.restore()
      let record = try ReissueCases.hearDecision(peer)
      try ReissueCases.expect(record, number: number + 1, notOf: peer)
      try ReissueCases.expect(record, scope: TypeScope([sleep]))
    },
    sham("without-one") { $0["seal"] = .absent },
    sham("made-up") { $0["seal"] = .bytes([UInt8](repeating: 1, count: 64)) },
    sham("of-another-number") { _ in },
    sham("of-another-scope") { $0["scope"] = TypeScope([heart]).value },
    sham("of-other-accesses") {
      $0["accesses"] = Accesses.value([Accesses.Row("app.other", heart)])
    },
    Case("settings/seal/refused", "SYNC-SETTINGS-ANSWER", of: .phone, needs: [.owner]) { stage in
      let (peer, node) = (try stage.peer(), try stage.node())
      try PhoneRecordCases.setScope([heart, sleep], node)
      try peer.ready().end()
      let number = peer.settings["version"]["number"].number
      peer.settings["version"] = [
        "number": .integer(number + 5), "incarnation": .unsigned(peer.incarnation),
      ]
      peer.settings["scope"] = TypeScope([sleep]).value
      let session = try peer.open()
      try session.say(peer.hello())
      _ = try session.expectEnd(.brake, not: ["settings", "welcome"])
      try ReissueCases.answer(peer, accept: false, node)
      let record = try ReissueCases.hearDecision(peer)
      try ReissueCases.expect(record, number: number + 6, notOf: peer)
      try ReissueCases.expect(record, scope: TypeScope([heart, sleep]))
    },
  ]

  /// A record of a number that the phone never gave out, with the seal of its last one unless that is changed.
  private static func sham(
    _ path: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Case {
    Case("settings/seal/\(path)", "SYNC-SETTINGS-UNSEALED", of: .phone) { stage in
      let peer = try stage.peer()
      try peer.ready().end()
      let known = peer.settings
      peer.settings["version"] = [
        "number": .integer(known["version"]["number"].number + 1),
        "incarnation": .unsigned(peer.incarnation),
      ]
      change(&peer.settings)
      let session = try peer.open()
      try session.say(peer.hello())
      _ = try session.expectEnd(.brake, not: ["settings", "welcome"])
      // Nothing has become of it.
      peer.settings = known
      try peer.ready().end()
      try Deviation.unless(
        peer.settings["version"]["number"].number == known["version"]["number"].number,
        "the record as it was", "number \(peer.settings["version"]["number"].number)")
    }
  }

  private static func expect(_ hello: Value, seal: [UInt8]) throws {
    try Deviation.unless(
      hello["settings"]["seal"].data == seal, "the seal of the record in force, as it came",
      "\(hello["settings"]["seal"].data.count) other bytes")
  }
}
