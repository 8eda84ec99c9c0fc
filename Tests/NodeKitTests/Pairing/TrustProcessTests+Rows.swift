internal import DyadServices
internal import HealthModel
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

// Rows.
extension `Trust between two daemons` {
  /// An hour ago: a watch takes nothing that is old.
  private static let sample = """
    {"type":"heartRate","value":61,"unit":"count/min",\
    "start":\(Int(WallClock.system.now + Instant.secondsFrom1970) - 3_600),\
    "source":{"bundle":"com.example.strap","name":"Strap","version":"1"}}

    """

  private func sampleCount(_ node: PairingNode) throws -> Int {
    let ending = try RunningProgram.run(
      try RunningProgram.builtPath("dyad"),
      ["query", "heartRate", "--json", "--state", node.folder.path])
    #expect(ending.exitCode == 0)
    return ending.lines.count
  }

  private func watchOfAnotherPair() async throws -> PairingNode {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    _ = try await watch.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    try watch.stop()
    let ending = try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), ["save", "--state", watch.folder.path],
      input: Self.sample)
    #expect(ending.exitCode == 0)
    try watch.restart()
    return watch
  }

  @Test(arguments: [RowsPolicyMessage.keep, .erase])
  func `a watch with rows of another pair asks what becomes of them`(
    rows: RowsPolicyMessage
  ) async throws {
    let watch = try await watchOfAnotherPair()
    let phone = try PairingNode(.phone)
    try await watch.showingCode { code, _ in
      let outcome = try await Joining(address: watch.address, code: code).run(on: phone)
      #expect(outcome == .refused(.otherHistory))
    }
    try await phone.showingCode { code, _ in
      let joining = Joining(address: phone.address, code: code, rows: rows)
      guard case .paired = try await joining.run(on: watch) else {
        throw TestSupportError("no pair")
      }
    }
    try watch.stop()
    #expect(try sampleCount(watch) == (rows == .keep ? 1 : 0))
  }

  @Test func `a pairing that comes to nothing erases nothing`() async throws {
    let watch = try await watchOfAnotherPair()
    let phone = try PairingNode(.phone)
    try await phone.showingCode { code, _ in
      var joining = Joining(address: phone.address, code: code, rows: .erase)
      joining.at = { step in
        guard step == .verified else { return }
        phone.crash()
      }
      let outcome = try await joining.run(on: watch)
      guard case .refused = outcome else {
        guard case .pending = outcome else { throw TestSupportError("a pair: \(outcome)") }
        return
      }
    }
    try watch.stop()
    #expect(try sampleCount(watch) == 1)
  }

  @Test func `removing a pair may erase a watch, and never a phone`() async throws {
    let watch = try await watchOfAnotherPair()
    let phone = try PairingNode(.phone)
    try await watch.showingCode {
      $0.rows = .keep
    } _: { code, window in
      _ = try await Joining(address: watch.address, code: code).run(on: phone)
      _ = try await window.ending()
    }
    var request = RemovePeerRequest()
    request.erase = true
    let error = await #expect(throws: RPCError.self) {
      try await phone.asOwner { try await $0.call(PairingControlMethods.removePeer, request) }
    }
    #expect(error?.metadata[text: RefusalTrailers.refusal] == "wrong-role")
    let response = try await watch.asOwner {
      try await $0.call(PairingControlMethods.removePeer, request)
    }
    #expect(response.wasErased && response.wasTold)
    try watch.stop()
    #expect(try sampleCount(watch) == 0)
  }
}
