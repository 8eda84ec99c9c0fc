internal import ProtobufWire
internal import TestSupport
internal import Testing

@Suite struct WireMutationTests {
  private func reading(
    _ generator: inout SeededGenerator, depth: Int = 0
  ) -> Reading {
    func chance() -> Bool { generator.next() & 1 == 0 }
    var reading = Reading()
    if chance() { reading.name = String(generator.next() % 100_000, radix: 36) }
    if chance() {
      reading.count =
        Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator)
    }
    if chance() { reading.level = Int32(truncatingIfNeeded: generator.next()) }
    if chance() { reading.change = Int64(bitPattern: generator.next()) }
    reading.isGood = chance()
    if chance() { reading.value = Double(Int64(bitPattern: generator.next())) }
    if chance() { reading.ratio = Float(generator.next()) }
    if chance() { reading.mark = generator.next() }
    if chance() { reading.small = UInt32(truncatingIfNeeded: generator.next()) }
    if chance() { reading.picture = generator.bytes(Int(generator.next() % 200)) }
    if chance() { reading.numbers = (0..<generator.next() % 9).map { Int64($0) << 7 } }
    if chance() { reading.names = ["", "x"] }
    if depth < 3 {
      reading.inner = (0..<generator.next() % 3).map { _ in
        self.reading(&generator, depth: depth + 1)
      }
    }
    if chance() { reading.best = chance() ? .text("") : .number(0) }
    return reading
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random messages come back as they were`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let message = reading(&generator)
    #expect(try Reading(decoding: message.encoded()) == message)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `changed bytes give a message or an error`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = reading(&generator).encoded()
    var refused = 0
    for _ in 0..<100 {
      var mutated = original
      for _ in 0...generator.next() % 3 where !mutated.isEmpty {
        let index = Int.random(in: mutated.indices, using: &generator)
        switch generator.next() % 4 {
        case 0: mutated[index] ^= 1 << UInt8(generator.next() % 8)
        case 1: mutated[index] = UInt8(truncatingIfNeeded: generator.next())
        case 2: mutated.remove(at: index)
        default: mutated.removeLast(mutated.count - index)
        }
      }
      do throws(WireError) {
        let message = try Reading(decoding: mutated)
        // What was read is a message again, written the one way.
        let again = try Reading(decoding: message.encoded())
        #expect(again.encoded() == message.encoded(), "\(generator)")
      } catch {
        refused += 1
        #expect(error.operation == .decode)
      }
    }
    #expect(refused > 0 || original.isEmpty, "\(generator)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `random bytes give fields or an error`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = generator.bytes(Int(generator.next() % 40))
      _ = try? Reading(decoding: bytes)
    }
  }
}
