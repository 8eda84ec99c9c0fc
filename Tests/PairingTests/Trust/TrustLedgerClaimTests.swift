internal import HealthModel
internal import Pairing
internal import TLSCore
internal import TestSupport
internal import Testing

/// What others claim, and what was only agreed, against what is proved.
struct TrustLedgerClaimTests {
  private typealias Fixture = LedgerFixture

  @Test func `what a device says of its id counts only with a key of that id`() throws {
    let phone = try Fixture.phone(with: 1)
    #expect(throws: Never.self) {
      try phone.checkPairing(
        id: try Fixture.id(1), role: .watch, key: try Fixture.key(1), rows: .refuse,
        holdsRows: true)
    }
    let claim = #expect(throws: PairingError.self) {
      try phone.checkPairing(
        id: try Fixture.id(1), role: .watch, key: try Fixture.key(9), rows: .refuse,
        holdsRows: true)
    }
    #expect(claim?.refusal == .alreadyPaired)
    var watch = try Fixture.watch(with: 1)
    watch.remove(try Fixture.id(1), at: 5)
    #expect(watch.isSharer(try Fixture.id(1), try Fixture.key(1)))
    #expect(!watch.isSharer(try Fixture.id(1), try Fixture.key(9)))
    let other = #expect(throws: PairingError.self) {
      try watch.checkPairing(
        id: try Fixture.id(1), role: .phone, key: try Fixture.key(9), rows: .refuse,
        holdsRows: true)
    }
    #expect(other?.refusal == .otherHistory)
  }

  @Test func `rows are shared with a phone from the last word on`() throws {
    var ledger = try Fixture.watch()
    var phone = try Fixture.peer(1, .phone)
    phone.erasesRows = true
    ledger.addPending(phone)
    #expect(ledger.sharedWith == nil)
    #expect(try TrustLedger(decoding: ledger.encoded()) == ledger)
    var paired = ledger
    try paired.confirm(try Fixture.key(1), incarnation: Incarnation(rawValue: 1))
    #expect(paired.sharedWith == (try Fixture.id(1)))
    #expect(!paired.peers[0].erasesRows)
    ledger.lapse(at: 600)
    #expect(ledger.sharedWith == nil)
  }

  @Test func `another role begins without what belonged to the first`() throws {
    var ledger = try Fixture.watch(with: 1)
    ledger.remove(try Fixture.id(1), at: 5)
    ledger.change(role: .phone)
    #expect(ledger.former.isEmpty && ledger.sharedWith == nil && ledger.isSound)
    #expect(try TrustLedger(decoding: ledger.encoded()) == ledger)
  }

  @Test func `a second new key waits until the first was shown`() throws {
    var ledger = try Fixture.phone(with: 1)
    try ledger.acceptNextKey(of: try Fixture.key(1), next: try Fixture.key(50))
    let error = #expect(throws: PairingError.self) {
      try ledger.acceptNextKey(of: try Fixture.key(1), next: try Fixture.key(51))
    }
    #expect(error?.refusal == .busy)
    try ledger.acceptNextKey(of: try Fixture.key(50), next: try Fixture.key(51))
    #expect(ledger.peers[0].key == (try Fixture.key(50)))
  }
}
