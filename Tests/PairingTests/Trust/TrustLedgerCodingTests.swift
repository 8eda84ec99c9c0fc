internal import HealthModel
internal import Pairing
internal import ProtobufWire
internal import TLSCore
internal import TestSupport
internal import Testing

/// The ledger as bytes, and bytes that are none.
struct TrustLedgerCodingTests {
  private typealias Fixture = LedgerFixture

  /// One that has a little of everything.
  private func full() throws -> TrustLedger {
    var ledger = try Fixture.phone(with: 1, 2, 3, 4)
    ledger.addPending(try Fixture.peer(5, .watch, at: 33.25))
    try ledger.acceptNextKey(of: try Fixture.key(2), next: try Fixture.key(22))
    try ledger.acceptNextKey(of: try Fixture.key(3), next: try Fixture.key(33))
    ledger.remove(try Fixture.id(3), at: 40)
    ledger.removedBy(try Fixture.key(4), at: 41)
    try ledger.beginRotation(to: try Fixture.key(77))
    ledger.noteRotationTold(try Fixture.id(1))
    ledger.noteRotationTold(try Fixture.id(2))
    for _ in 0..<4 {
      ledger.guesses.noteWrong(at: 50, uptime: MachineUptime(boot: 9, seconds: 1_000))
    }
    ledger.guesses.beginWindow()
    _ = ledger.guesses.noteAborted(at: 51)
    ledger.guesses.beginGuess()
    return ledger
  }

  private func refusal(_ bytes: [UInt8]) -> PairingError? {
    do throws(PairingError) {
      _ = try TrustLedger(decoding: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what is written is read, and equal ledgers are equal bytes`() throws {
    for ledger in [
      try full(), try Fixture.watch(), try Fixture.watch(with: 1),
      TrustLedger(device: try Fixture.id(0), role: .phone),
    ] {
      let read = try TrustLedger(decoding: ledger.encoded())
      #expect(read == ledger)
      #expect(read.encoded() == ledger.encoded())
    }
  }

  @Test func `what an earlier version stored is read, and written the same`() throws {
    let phone = try full()
    var watch = try Fixture.watch(with: 1)
    watch.guesses.noteWrong(at: 50)
    watch.removedBy(try Fixture.key(1), at: 60)
    for (stored, ledger) in [(Self.storedPhone, phone), (Self.storedWatch, watch)] {
      #expect(try TrustLedger(decoding: [UInt8](hex: stored)) == ledger)
      #expect(ledger.encoded() == [UInt8](hex: stored))
    }
  }

  @Test func `no cut makes it trap, and none is taken for the whole`() throws {
    let ledger = try full()
    let bytes = ledger.encoded()
    for count in bytes.indices {
      // A cut between two fields can be a ledger, but never this one.
      if let read = try? TrustLedger(decoding: Array(bytes.prefix(count))) {
        #expect(read != ledger)
      }
    }
    #expect(refusal([])?.refusal == .malformed)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no flipped bits make it trap, and what is read can be`(seed: UInt64) throws {
    let bytes = try full().encoded()
    var random = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      var damaged = bytes
      for _ in 0..<(1 + random.next() % 3) {
        damaged[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
      do throws(PairingError) {
        let read = try TrustLedger(decoding: damaged)
        #expect(violation(of: read) == nil, "\(random), round \(round)")
        #expect((try? TrustLedger(decoding: read.encoded())) == read, "\(random), round \(round)")
        // It answers whatever it is asked.
        _ = read.guesses.lockEnd(at: .greatestFiniteMagnitude)
        _ = read.nextLapse
        var next = read
        next.lapse(at: 0)
        next.guesses.noteWrong(at: -1e300)
      } catch {
        #expect(error.refusal == .malformed, "\(random), round \(round)")
      }
    }
  }

  @Test func `one of a newer version is refused, naming both`() throws {
    var writer = WireWriter()
    writer.write(2 as UInt32, field: 1)
    let error = try #require(refusal(writer.bytes))
    #expect(error.refusal == .malformed)
    #expect(
      error.message
        == "cannot read the trust ledger: it is of version 2, and this program knows versions up to 1"
    )
  }

  @Test func `fields of a newer minor version are passed over`() throws {
    let ledger = try full()
    var writer = WireWriter()
    writer.write("more", field: 99)
    #expect(try TrustLedger(decoding: ledger.encoded() + writer.bytes) == ledger)
  }

  @Test func `contradictions are refused`() throws {
    let watch = try Fixture.watch(with: 1).encoded()
    let phone = try Fixture.phone(with: 1).encoded()
    let other = try Fixture.phone(with: 2)
    // Lists grow by what follows, single fields are replaced: so other ledgers' peers can be added.
    for bytes in [
      watch + phone, phone + watch, phone + phone, phone + (try Fixture.watch(with: 2)).encoded(),
      watch + (try Fixture.watch(with: 2)).encoded(), [UInt8](repeating: 0, count: 2_000_000),
    ] {
      #expect(refusal(bytes)?.refusal == .malformed)
    }
    #expect(refusal(phone + other.encoded()) == nil)
  }

  @Test func `no error shows what was stored`() throws {
    let bytes = try full().encoded()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var damaged = bytes
      damaged[Int(random.next() % UInt64(bytes.count))] ^= 0x40
      guard let message = refusal(damaged)?.message else { continue }
      #expect(!message.contains("device "), "\(message)")
      #expect(message.utf8.count < 200)
    }
  }

  /// A phone with paired, pending and former watches, keys that change and codes that were wrong.
  private static let storedPhone = """
    0801120dc8c8c8c8c8c8c8c8c8c8c8c8c8180122770a0d0101010101010101010101010110021a08646576696365
    20312101000000000000002a20010101010101010101010101010101010101010101010101010101010101010152
    0d31302e302e302e313a373434335a20a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5
    a5a52299010a0d0202020202020202020202020210021a0864657669636520322102000000000000002a20020202
    02020202020202020202020202020202020202020202020202020202023220161616161616161616161616161616
    1616161616161616161616161616161616520d31302e302e302e323a373434335a20a5a5a5a5a5a5a5a5a5a5a5a5
    a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5228b010a0d0505050505050505050505050510021a0864657669
    636520352105000000000000002a2005050505050505050505050505050505050505050505050505050505050505
    05390000000000a040404001490000000000ca8340520d31302e302e302e353a373434335a20a5a5a5a5a5a5a5a5
    a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a52a770a0d0303030303030303030303030310021a0864
    65766963652033222003030303030303030303030303030303030303030303030303030303030303032220212121
    21212121212121212121212121212121212121212121212121212121212900000000000044403a0d31302e302e30
    2e333a373434332a570a0d0404040404040404040404040410021a08646576696365203422200404040404040404
    04040404040404040404040404040404040404040404040429000000000080444030013a0d31302e302e302e343a
    37343433324908011001180421000000000000000021000000000000000021000000000000000021000000000000
    0000310000000000c072404001510000000000408f40580161090000000000000042400a204d4d4d4d4d4d4d4d4d
    4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d120d01010101010101010101010101120d020202020202
    02020202020202
    """

  /// A watch whose phone has ended the pair, and which shared its samples with it.
  private static let storedWatch = """
    0801120dc9c9c9c9c9c9c9c9c9c9c9c9c918022a570a0d0101010101010101010101010110011a08646576696365
    203122200101010101010101010101010101010101010101010101010101010101010101290000000000004e4030
    013a0d31302e302e302e313a373434333216180121000000000000000040015100000000000049403a0d01010101
    010101010101010101
    """
}
