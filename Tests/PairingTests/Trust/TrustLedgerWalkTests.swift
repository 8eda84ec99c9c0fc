internal import HealthModel
internal import Pairing
internal import TLSCore
internal import TestSupport
internal import Testing

/// What is wrong with a ledger; `nil` where all that must always be true is.
func violation(of ledger: TrustLedger) -> String? {
  var owners: [PublicKeyFingerprint: DeviceID] = [:]
  for peer in ledger.peers {
    for key in [peer.key] + [peer.nextKey].compactMap({ $0 }) {
      if owners.updateValue(peer.id, forKey: key) != nil { return "a key belongs to two" }
      if ledger.standing(of: key) != .peer(peer.id) { return "a peer's key stands for another" }
    }
    if peer.role == ledger.role { return "a peer has the role of the node" }
    if ledger.former.contains(where: { $0.id == peer.id }) { return "peer and former at once" }
  }
  for peer in ledger.former {
    for key in peer.keys where owners.updateValue(peer.id, forKey: key) != nil {
      return "a former key belongs to two"
    }
  }
  let ids = ledger.peers.map(\.id)
  if Set(ids).count != ids.count { return "an id stands for two" }
  if ids.contains(ledger.device) { return "it is its own peer" }
  if ledger.role == .watch, ids.count > 1 { return "a watch has two phones" }
  if ids.count > TrustLedger.mostPeers { return "too many peers" }
  if ledger.former.count > TrustLedger.mostFormer { return "too many former peers" }
  if let told = ledger.rotation?.told, !told.isSubset(of: ids) { return "a stranger was told" }
  return nil
}

/// Random changes of a ledger, whatever comes to whom.
struct TrustLedgerWalkTests {
  private typealias Fixture = LedgerFixture

  @Test(arguments: [NodeRole.phone, .watch], 1...12 as ClosedRange<UInt64>)
  func `whatever happens, the ledger stays in order`(role: NodeRole, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ledger = TrustLedger(device: try Fixture.id(200), role: role)
    var now = 0.0
    for step in 0..<700 {
      let comment: Comment = "\(random), step \(step)"
      let before = ledger
      now += Double(random.next() % 400) - 40
      try change(&ledger, at: now, &random)
      #expect(violation(of: ledger) == nil, comment)
      #expect(try TrustLedger(decoding: ledger.encoded()) == ledger, comment)
      // Whoever was a peer and is none is remembered, unless a device took its place.
      for peer in before.peers where !ledger.peers.contains(where: { $0.id == peer.id }) {
        let isFormer = ledger.standing(of: peer.key) == .former(peer.id)
        let isReplaced = ledger.peers.contains { $0.key == peer.key || $0.key == peer.nextKey }
        #expect(isFormer || isReplaced, comment)
      }
    }
  }

  private func change(
    _ ledger: inout TrustLedger, at now: Double, _ random: inout SeededGenerator
  ) throws {
    let id = try Fixture.id(UInt8(random.next() % 90))
    let key = try Fixture.key(UInt8(random.next() % 120))
    let other = try Fixture.key(UInt8(random.next() % 120))
    switch random.next() % 14 {
    case 0..<5:
      var peer = try Fixture.peer(UInt8(random.next() % 90), ledger.role.other, at: now)
      peer.key = key
      do throws(PairingError) {
        try ledger.checkPairing(id: peer.id, role: peer.role, rows: .refuse, holdsRows: false)
        ledger.addPending(peer)
        #expect(ledger.standing(of: key) == .peer(peer.id))
      } catch {
        #expect(error.refusal == .alreadyPaired)
      }
    case 5, 6: try? ledger.confirm(key, incarnation: Incarnation(rawValue: random.next()))
    case 7:
      for lapsed in ledger.lapse(at: now) { #expect(lapsed.isPending) }
      if let next = ledger.nextLapse { #expect(next > now && next <= now + 600) }
    case 8: ledger.remove(id, at: now)
    case 9: ledger.removedBy(key, at: now)
    case 10: ledger.noteTold(id)
    case 11:
      let before = ledger
      let didChange = ledger.noteSeen(
        key, incarnation: Incarnation(rawValue: random.next() % 3), address: nil)
      #expect(didChange == (ledger != before))
    case 12: try? ledger.acceptNextKey(of: key, next: other)
    default:
      switch random.next() % 3 {
      case 0: try? ledger.beginRotation(to: try Fixture.key(250))
      case 1: ledger.noteRotationTold(id)
      default: if ledger.rotationWaits(at: .infinity).isEmpty { ledger.finishRotation() }
      }
    }
  }
}
