internal import HealthModel
internal import Pairing
internal import TLSCore
internal import TestSupport
internal import Testing

/// The rules of who is a peer.
struct TrustLedgerTests {
  private typealias Fixture = LedgerFixture

  private func refusal(
    _ ledger: TrustLedger, _ id: UInt8?, _ role: NodeRole?, _ rows: RowsPolicy = .refuse,
    holdsRows: Bool = false
  ) throws -> PairingError? {
    let id = try id.map(Fixture.id)
    do throws(PairingError) {
      try ledger.checkPairing(id: id, role: role, rows: rows, holdsRows: holdsRows)
      return nil
    } catch {
      return error
    }
  }

  @Test func `two of the same role are no pair`() throws {
    #expect(try refusal(Fixture.phone(), 1, .phone)?.refusal == .wrongRole)
    #expect(try refusal(Fixture.watch(), 1, .watch)?.refusal == .wrongRole)
    #expect(try refusal(Fixture.phone(), 1, .watch) == nil)
    #expect(try refusal(Fixture.watch(), 1, .phone) == nil)
  }

  @Test func `before anything is known only what is certain refuses`() throws {
    #expect(try refusal(Fixture.phone(with: 1), nil, nil) == nil)
    #expect(try refusal(Fixture.watch(), nil, nil, holdsRows: true) == nil)
    #expect(try refusal(Fixture.watch(with: 1), nil, nil)?.refusal == .alreadyPaired)
  }

  @Test func `a device is not paired with itself`() throws {
    #expect(try refusal(Fixture.phone(), 200, .watch)?.refusal == .malformed)
  }

  @Test func `a watch has one phone, and says how to give it up`() throws {
    for other in [1, 2] as [UInt8] {
      let error = try #require(try refusal(Fixture.watch(with: 1), other, .phone))
      #expect(error.refusal == .alreadyPaired)
      #expect(error.message.contains("device 1"))
      #expect(error.message.contains("dyad pair remove"))
    }
    var pending = try Fixture.watch()
    pending.addPending(try Fixture.peer(1, .phone))
    #expect(try refusal(pending, 2, .phone)?.refusal == .alreadyPaired)
  }

  @Test func `a phone pairs a watch again that lost the pair`() throws {
    var ledger = try Fixture.phone(with: 1, 2)
    #expect(try refusal(ledger, 1, .watch) == nil)
    ledger.addPending(try Fixture.peer(1, .watch, key: 9))
    #expect(ledger.peers.map(\.id) == [try Fixture.id(2), try Fixture.id(1)])
    #expect(ledger.standing(of: try Fixture.key(1)) == .unknown)
    #expect(ledger.standing(of: try Fixture.key(9)) == .peer(try Fixture.id(1)))
    #expect(ledger.former.isEmpty)
  }

  @Test func `rows shared with another phone refuse it until the owner decides`() throws {
    var ledger = try Fixture.watch(with: 1)
    ledger.remove(try Fixture.id(1), at: 5)
    #expect(ledger.sharedWith == (try Fixture.id(1)))
    #expect(try refusal(ledger, 2, .phone, holdsRows: true)?.refusal == .otherHistory)
    #expect(try refusal(ledger, 2, .phone, .keep, holdsRows: true) == nil)
    #expect(try refusal(ledger, 2, .phone, .erase, holdsRows: true) == nil)
    #expect(try refusal(ledger, 2, .phone, holdsRows: false) == nil)
    #expect(try refusal(ledger, 1, .phone, holdsRows: true) == nil)
    // What was never shared is nobody's.
    #expect(try refusal(Fixture.watch(), 2, .phone, holdsRows: true) == nil)
  }

  @Test func `a phone has a bound of watches, and old ones may come again at it`() throws {
    var ledger = try Fixture.phone()
    for number in 0..<UInt8(TrustLedger.mostPeers) {
      #expect(try refusal(ledger, number, .watch) == nil)
      ledger.addPending(try Fixture.peer(number, .watch))
    }
    #expect(try refusal(ledger, 100, .watch)?.refusal == .alreadyPaired)
    #expect(try refusal(ledger, nil, nil)?.refusal == .alreadyPaired)
    #expect(try refusal(ledger, 3, .watch) == nil)
    ledger.addPending(try Fixture.peer(3, .watch, key: 99))
    #expect(ledger.peers.count == TrustLedger.mostPeers)
  }

  @Test func `a pair is pending until the last word, which may come twice`() throws {
    var ledger = try Fixture.phone()
    ledger.addPending(try Fixture.peer(1, .watch))
    #expect(ledger.peers[0].isPending)
    #expect(ledger.standing(of: try Fixture.key(1)) == .peer(try Fixture.id(1)))
    for incarnation in [7, 8] as [UInt64] {
      try ledger.confirm(try Fixture.key(1), incarnation: Incarnation(rawValue: incarnation))
      #expect(ledger.peers[0].phase == .paired)
      #expect(ledger.peers[0].incarnation.rawValue == incarnation)
    }
    #expect(ledger.nextLapse == nil)
  }

  @Test func `the last word of a stranger, or of who was removed, is refused`() throws {
    var ledger = try Fixture.phone(with: 1)
    ledger.remove(try Fixture.id(1), at: 5)
    for number in [1, 2] as [UInt8] {
      let error = #expect(throws: PairingError.self) {
        try ledger.confirm(try Fixture.key(number), incarnation: Incarnation(rawValue: 1))
      }
      #expect(error?.refusal == .notPaired)
    }
  }

  @Test func `what was pending too long becomes a former peer that is to be told`() throws {
    var ledger = try Fixture.phone(with: 2)
    ledger.addPending(try Fixture.peer(1, .watch, at: 100))
    #expect(ledger.nextLapse == 700)
    let lapsed1 = ledger.lapse(at: 699.9)
    #expect(lapsed1.isEmpty)
    let lapsed2 = ledger.lapse(at: 700)
    #expect(lapsed2.map(\.id) == [try Fixture.id(1)])
    #expect(ledger.peers.map(\.id) == [try Fixture.id(2)])
    #expect(ledger.former.map(\.wasTold) == [false])
    #expect(ledger.standing(of: try Fixture.key(1)) == .former(try Fixture.id(1)))
    let lapsed3 = ledger.lapse(at: 1e9)
    #expect(lapsed3.isEmpty)
  }

  @Test func `a clock that is set back lengthens what is pending by its own time at most`() throws {
    var ledger = try Fixture.phone()
    ledger.addPending(try Fixture.peer(1, .watch, at: 1_000_000))
    let lapsed4 = ledger.lapse(at: 0)
    #expect(lapsed4.isEmpty)
    #expect(ledger.nextLapse == TrustLedger.mostPending)
    let lapsed5 = ledger.lapse(at: 300)
    #expect(lapsed5.isEmpty)
    #expect(ledger.nextLapse == TrustLedger.mostPending)
    let lapsed6 = ledger.lapse(at: 600)
    #expect(lapsed6.count == 1)
  }

  @Test func `who ends a pair needs not be told, who is removed must be`() throws {
    var ledger = try Fixture.phone(with: 1, 2)
    let removed7 = try ledger.remove(Fixture.id(1), at: 5)
    #expect(removed7?.name == "device 1")
    let removed8 = try ledger.removedBy(Fixture.key(2), at: 6)
    #expect(removed8?.name == "device 2")
    #expect(ledger.former.map(\.wasTold) == [false, true])
    #expect(ledger.former.map(\.removedAt) == [5, 6])
    ledger.noteTold(try Fixture.id(1))
    #expect(ledger.former.map(\.wasTold) == [true, true])
    let removed9 = try ledger.remove(Fixture.id(1), at: 7)
    #expect(removed9 == nil)
    let removed10 = try ledger.removedBy(Fixture.key(2), at: 7)
    #expect(removed10 == nil)
    let removed11 = try ledger.removedBy(Fixture.key(3), at: 7)
    #expect(removed11 == nil)
  }

  @Test func `a former peer becomes one again, and is no former one then`() throws {
    var ledger = try Fixture.phone(with: 1, 2)
    ledger.remove(try Fixture.id(1), at: 5)
    ledger.remove(try Fixture.id(2), at: 5)
    // A device with a new id and an old key, and one with an old id and a new key.
    ledger.addPending(try Fixture.peer(3, .watch, key: 1))
    ledger.addPending(try Fixture.peer(2, .watch, key: 7))
    #expect(ledger.former.isEmpty)
    #expect(ledger.standing(of: try Fixture.key(1)) == .peer(try Fixture.id(3)))
    #expect(ledger.standing(of: try Fixture.key(2)) == .unknown)
  }

  @Test func `of former peers those that were told are forgotten first`() throws {
    var ledger = try Fixture.phone()
    for number in 0..<UInt8(TrustLedger.mostFormer) {
      ledger.addPending(try Fixture.peer(number, .watch))
      ledger.remove(try Fixture.id(number), at: Double(number))
    }
    ledger.noteTold(try Fixture.id(5))
    for number in 100..<102 as Range<UInt8> {
      ledger.addPending(try Fixture.peer(number, .watch))
      ledger.remove(try Fixture.id(number), at: 200)
    }
    #expect(ledger.former.count == TrustLedger.mostFormer)
    #expect(ledger.standing(of: try Fixture.key(5)) == .unknown)
    #expect(ledger.standing(of: try Fixture.key(0)) == .unknown)
    #expect(ledger.standing(of: try Fixture.key(1)) == .former(try Fixture.id(1)))
  }

  @Test func `both keys count until the new one was seen`() throws {
    var ledger = try Fixture.phone(with: 1, 2)
    try ledger.acceptNextKey(of: try Fixture.key(1), next: try Fixture.key(11))
    for key in [1, 11] as [UInt8] {
      #expect(ledger.standing(of: try Fixture.key(key)) == .peer(try Fixture.id(1)))
    }
    // The answer was lost, so it is said again.
    let before = ledger
    try ledger.acceptNextKey(of: try Fixture.key(1), next: try Fixture.key(11))
    #expect(ledger == before)
    let changed12 = try ledger.noteSeen(Fixture.key(1), incarnation: nil, address: nil)
    #expect(!changed12)
    let changed13 = try ledger.noteSeen(Fixture.key(11), incarnation: nil, address: nil)
    #expect(changed13)
    #expect(ledger.peers[0].key == (try Fixture.key(11)))
    #expect(ledger.peers[0].nextKey == nil)
    #expect(ledger.standing(of: try Fixture.key(1)) == .unknown)
    let changed14 = try ledger.noteSeen(Fixture.key(11), incarnation: nil, address: nil)
    #expect(!changed14)
    // Both keys of one that is removed are remembered.
    try ledger.acceptNextKey(of: try Fixture.key(11), next: try Fixture.key(12))
    ledger.remove(try Fixture.id(1), at: 1)
    #expect(ledger.standing(of: try Fixture.key(11)) == .former(try Fixture.id(1)))
    #expect(ledger.standing(of: try Fixture.key(12)) == .former(try Fixture.id(1)))
  }

  @Test func `a new key must be nobody's`() throws {
    var ledger = try Fixture.phone(with: 1, 2, 3)
    ledger.remove(try Fixture.id(3), at: 1)
    try ledger.beginRotation(to: try Fixture.key(50))
    for (key, next, wanted) in [
      (1, 2, .malformed), (1, 3, .malformed), (1, 1, .malformed), (1, 50, .malformed),
      (3, 9, .notPaired), (8, 9, .notPaired),
    ] as [(UInt8, UInt8, PairingError.Refusal)] {
      let error = #expect(throws: PairingError.self) {
        try ledger.acceptNextKey(of: try Fixture.key(key), next: try Fixture.key(next))
      }
      #expect(error?.refusal == wanted, "\(key) to \(next)")
    }
  }

  @Test func `meeting a peer tells its incarnation and its place`() throws {
    var ledger = try Fixture.phone(with: 1)
    let key = try Fixture.key(1)
    let changed15 = ledger.noteSeen(
      key, incarnation: Incarnation(rawValue: 1), address: "10.0.0.1:7443")
    #expect(!changed15)
    let changed16 = ledger.noteSeen(key, incarnation: Incarnation(rawValue: 5), address: nil)
    #expect(changed16)
    let changed17 = ledger.noteSeen(key, incarnation: nil, address: "[fe80::1]:7443")
    #expect(changed17)
    #expect(ledger.peers[0].incarnation.rawValue == 5)
    #expect(ledger.peers[0].address == "[fe80::1]:7443")
    // What cannot be an address changes nothing.
    let changed18 = ledger.noteSeen(key, incarnation: nil, address: "a\u{1b}[2Jb")
    #expect(!changed18)
    let changed19 = ledger.noteSeen(
      key, incarnation: nil, address: String(repeating: "a", count: 300))
    #expect(!changed19)
    let changed20 = try ledger.noteSeen(Fixture.key(2), incarnation: nil, address: "b:1")
    #expect(!changed20)
  }

  @Test func `an own new key holds once every peer was told`() throws {
    var ledger = try Fixture.phone(with: 1, 2)
    #expect(ledger.rotationWaits(at: 0).isEmpty)
    try ledger.beginRotation(to: try Fixture.key(50))
    let error = #expect(throws: PairingError.self) {
      try ledger.beginRotation(to: try Fixture.key(51))
    }
    #expect(error?.refusal == .busy)
    ledger.noteRotationTold(try Fixture.id(1))
    ledger.noteRotationTold(try Fixture.id(9))
    #expect(!ledger.rotationWaits(at: 0).isEmpty)
    // Who is removed has to hear of it from the key that it knows, but not for ever.
    ledger.remove(try Fixture.id(2), at: 1)
    #expect(ledger.rotationWaits(at: 0) == [try Fixture.id(2)])
    #expect(ledger.rotationWaits(at: 8 * 86_400).isEmpty)
    ledger.noteTold(try Fixture.id(2))
    #expect(ledger.rotationWaits(at: 0).isEmpty)
    // One that is paired anew knows only the key that holds now.
    ledger.addPending(try Fixture.peer(1, .watch))
    #expect(!ledger.rotationWaits(at: 0).isEmpty)
    ledger.noteRotationTold(try Fixture.id(1))
    #expect(ledger.rotationWaits(at: 0).isEmpty)
    let key21 = ledger.finishRotation()
    #expect(key21 == (try Fixture.key(50)))
    #expect(ledger.rotation == nil)
    let key22 = ledger.finishRotation()
    #expect(key22 == nil)
  }

  @Test func `what a peer calls itself is cut to what is stored`() throws {
    var ledger = try Fixture.phone()
    ledger.addPending(try Fixture.peer(1, .watch, name: "a\u{1b}]0;b\u{7}\r\nc"))
    ledger.addPending(try Fixture.peer(2, .watch, name: String(repeating: "é", count: 90)))
    ledger.addPending(try Fixture.peer(3, .watch, name: "\u{0}\n"))
    let accents = "e" + String(repeating: "\u{301}", count: 2_000)
    ledger.addPending(try Fixture.peer(4, .watch, name: accents))
    #expect(ledger.peers[0].name == "a]0;bc")
    #expect(ledger.peers[1].name == String(repeating: "é", count: 64))
    #expect(ledger.peers[2].name == (try Fixture.id(3)).description)
    #expect(ledger.peers[3].name == (try Fixture.id(4)).description)
    #expect(try TrustLedger(decoding: ledger.encoded()) == ledger)
  }

  @Test func `no printed form shows the secret`() throws {
    let ledger = try Fixture.phone(with: 1)
    var dumped = ""
    dump(ledger, to: &dumped)
    for text in [
      "\(ledger.peers[0])", String(reflecting: ledger.peers[0]), "\(ledger)",
      String(reflecting: ledger), dumped, "\(ledger.peers)",
    ] {
      #expect(text.contains("device 1"))
      #expect(!text.contains("165"))
      #expect(!text.lowercased().contains("secret"))
    }
  }
}

/// How an owner names a peer.
struct TrustLedgerFindingTests {
  private typealias Fixture = LedgerFixture

  private func find(_ text: String, in ledger: TrustLedger) -> PairingError? {
    do throws(PairingError) {
      _ = try ledger.find(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `nothing means the only one`() throws {
    #expect(try Fixture.phone(with: 1).find("").id == Fixture.id(1))
    #expect(find("", in: try Fixture.phone())?.refusal == .noSuchPeer)
    let several = try #require(find("", in: try Fixture.phone(with: 1, 2)))
    #expect(several.refusal == .noSuchPeer)
    #expect(several.message.contains("device 1") && several.message.contains("device 2"))
  }

  @Test func `an id, its beginning and a name find it`() throws {
    let ledger = try Fixture.phone(with: 1, 2)
    let id = try Fixture.id(1)
    let text = id.description
    for name in [
      text, text.lowercased(), text.filter { $0 != "-" }, String(text.prefix(4)),
      String(text.prefix(6)).lowercased(), "device 1",
    ] {
      #expect(try ledger.find(name).id == id, "\(name)")
    }
    for name in [String(text.prefix(3)), "device", "Device 1", "device 3", "----", "ZZZZ"] {
      #expect(find(name, in: ledger)?.refusal == .noSuchPeer, "\(name)")
    }
  }

  @Test func `a role that one alone has finds it, unless a name says so`() throws {
    var ledger = try Fixture.phone(with: 1)
    #expect(try ledger.find("Watch").id == Fixture.id(1))
    #expect(find("phone", in: ledger)?.refusal == .noSuchPeer)
    ledger.addPending(try Fixture.peer(2, .watch, name: "other"))
    #expect(find("watch", in: ledger)?.refusal == .noSuchPeer)
    ledger.addPending(try Fixture.peer(3, .watch, name: "watch"))
    #expect(try ledger.find("watch").id == Fixture.id(3))
  }

  @Test func `letters that look alike are alike`() throws {
    // Groups that begin with 0 and 1 can be typed with letters.
    let ledger = try Fixture.phone(with: 1)
    let text = try Fixture.id(1).description
    let typed = text.map { $0 == "0" ? "o" : $0 == "1" ? "l" : String($0) }.joined()
    #expect(typed != text)
    #expect(try ledger.find(String(typed.prefix(8))).id == Fixture.id(1))
  }

  @Test func `what fits several finds none of them, and nobody takes another's place`() throws {
    var ledger = try Fixture.phone()
    ledger.addPending(try Fixture.peer(1, .watch, name: "watch"))
    ledger.addPending(try Fixture.peer(2, .watch, name: "watch"))
    #expect(find("watch", in: ledger)?.refusal == .noSuchPeer)
    let id = try Fixture.id(1)
    ledger.addPending(try Fixture.peer(3, .watch, name: id.description))
    #expect(try ledger.find(id.description).id == id)
    let start = String(id.description.prefix(4))
    ledger.addPending(try Fixture.peer(4, .watch, name: start))
    #expect(find(start, in: ledger)?.refusal == .noSuchPeer)
  }
}
