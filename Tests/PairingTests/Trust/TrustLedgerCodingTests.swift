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
}
