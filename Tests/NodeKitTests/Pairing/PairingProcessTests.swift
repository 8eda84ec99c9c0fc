internal import DyadServices
internal import HealthModel
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Pairing two daemons` {
  /// Sees that both say the same of being a pair.
  static func expectAgreement(
    _ phone: PairingNode, _ watch: PairingNode, arePaired: Bool? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Bool {
    let (phoneID, watchID) = (try await phone.device().id, try await watch.device().id)
    let (phonePeers, watchPeers) = (
      try await phone.settledPeers(), try await watch.settledPeers()
    )
    #expect(
      (phonePeers == [watchID]) == (watchPeers == [phoneID]), "one of them is half a pair",
      sourceLocation: sourceLocation)
    #expect(phonePeers.isEmpty == watchPeers.isEmpty, sourceLocation: sourceLocation)
    if let arePaired {
      #expect(phonePeers.isEmpty != arePaired, sourceLocation: sourceLocation)
    }
    return !phonePeers.isEmpty
  }

  /// Pairs two nodes, with the code shown by the second.
  static func pair(_ phone: PairingNode, _ watch: PairingNode) async throws {
    try await watch.showingCode { code, window in
      let outcome = try await Joining(address: watch.address, code: code).run(on: phone)
      guard case .paired(let peer) = outcome, case .paired(let other) = try await window.ending()
      else { throw TestSupportError("they are not paired: \(outcome)") }
      let (phoneID, watchID) = (try await phone.device().id, try await watch.device().id)
      #expect(peer.id == watchID)
      #expect(other.id == phoneID)
      #expect(other.state == .paired)
    }
  }

  @Test func `a code that is shown and typed makes a pair`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await Self.pair(phone, watch)
    _ = try await Self.expectAgreement(phone, watch, arePaired: true)
    let peer = try #require(try await phone.peers().first)
    #expect(peer.name == "Test watch")
    #expect(peer.role == UInt32(NodeRole.watch.rawValue))
    let key = try watch.daemon.identity().publicKeyFingerprint
    #expect(peer.fingerprint == key.bytes)
  }

  @Test func `the phone may show the code, with eight digits`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await phone.showingCode {
      $0.digits = 8
    } _: { code, window in
      #expect(code.utf8.count == 8)
      let outcome = try await Joining(address: phone.address, code: code).run(on: watch)
      guard case .paired = outcome else { throw TestSupportError("no pair: \(outcome)") }
      _ = try await window.ending()
    }
    _ = try await Self.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `a pair outlives both processes`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await Self.pair(phone, watch)
    phone.crash()
    watch.crash()
    try watch.restart()
    try phone.restart()
    _ = try await Self.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `a wrong code spends it, and both know`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await watch.showingCode { code, window in
      let joining = Joining(address: watch.address, code: code.oneDigitOff)
      let outcome1 = try await joining.run(on: phone)
      #expect(outcome1 == .refused(.wrongCode))
      guard case .closed(let closed) = try await window.ending() else {
        throw TestSupportError("the window stays open")
      }
      #expect(closed.refusal == PairingError.Refusal.wrongCode.rawValue)
      let again = Joining(address: watch.address, code: code)
      let outcome2 = try await again.run(on: phone)
      #expect(outcome2 == .refused(.windowClosed))
    }
    _ = try await Self.expectAgreement(phone, watch, arePaired: false)
  }

  @Test func `who is declined is not paired, and the code still holds`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await watch.showingCode { code, window in
      var joining = Joining(address: watch.address, code: code)
      joining.isApproved = false
      let outcome3 = try await joining.run(on: phone)
      #expect(outcome3 == .refused(.declined))
      joining.isApproved = true
      guard case .paired = try await joining.run(on: phone) else {
        throw TestSupportError("no pair")
      }
    }
    _ = try await Self.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `where no code is shown nobody is paired`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let joining = Joining(address: watch.address, code: "123456")
    let outcome4 = try await joining.run(on: phone)
    #expect(outcome4 == .refused(.windowClosed))
    watch.crash()
    let outcome5 = try await joining.run(on: phone)
    #expect(outcome5 == .refused(.unreachable))
  }

  @Test func `a window closes by itself, and with the one who opened it`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await watch.showingCode {
      $0.seconds = 1
    } _: { code, window in
      guard case .closed(let closed) = try await window.ending() else {
        throw TestSupportError("the window stays open")
      }
      #expect(closed.refusal == PairingError.Refusal.expired.rawValue)
      let joining = Joining(address: watch.address, code: code)
      let outcome6 = try await joining.run(on: phone)
      #expect(outcome6 == .refused(.windowClosed))
    }
    let code = try await watch.showingCode { code, _ in code }
    try watch.daemon.program.waitForError(" pairing.window-closed reason=window-closed")
    let joining = Joining(address: watch.address, code: code)
    let outcome7 = try await joining.run(on: phone)
    #expect(outcome7 == .refused(.windowClosed))
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `two of the same role are no pair`(role: NodeRole) async throws {
    let (one, other) = (try PairingNode(role), try PairingNode(role))
    try await one.showingCode { code, _ in
      let joining = Joining(address: one.address, code: code)
      let outcome8 = try await joining.run(on: other)
      #expect(outcome8 == .refused(.wrongRole))
    }
  }

  @Test func `a watch has one phone, a phone many watches`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await Self.pair(phone, watch)
    let error = await #expect(throws: RPCError.self) { try await watch.showingCode { _, _ in } }
    #expect(error?.metadata[text: RefusalTrailers.refusal] == "already-paired")
    let second = try PairingNode(.watch)
    try await Self.pair(phone, second)
    #expect(try await phone.peers().count == 2)
    let another = try PairingNode(.phone)
    try await another.showingCode { code, _ in
      let joining = Joining(address: another.address, code: code)
      let outcome9 = try await joining.run(on: watch)
      #expect(outcome9 == .refused(.alreadyPaired))
    }
  }

  @Test func `of two that join at once one is paired`() async throws {
    let (phone, other) = (try PairingNode(.phone), try PairingNode(.phone))
    let watch = try PairingNode(.watch)
    try await watch.showingCode { code, window in
      let second = Joining(address: watch.address, code: code)
      var first = second
      var outcome: Joining.Outcome?
      first.at = { step in
        guard step == .verified else { return }
        // The code of the first was right, and its owner looks: the second comes now.
        outcome = try await second.run(on: other)
      }
      guard case .paired = try await first.run(on: phone) else {
        throw TestSupportError("the first is not paired")
      }
      #expect(outcome == .refused(.busy))
      _ = try await window.ending()
    }
    _ = try await Self.expectAgreement(phone, watch, arePaired: true)
    #expect(try await other.peers().isEmpty)
  }
}

extension String {
  /// A code that differs in its last digit.
  var oneDigitOff: String { String(dropLast()) + (last == "0" ? "1" : "0") }
}
