internal import TestSupport
internal import Testing

@testable internal import Pairing

/// Whatever is changed on the way, no side believes in a pair of which the other knows nothing, but for
/// M8: its sender has stored the pair, and its receiver finishes it later.
struct ChangedMessageTests {
  @Test(arguments: 1...8)
  func `no byte of a message can be changed`(number: Int) throws {
    let seed: UInt64 = 31
    var before = try Dialogue(seed: seed)
    before.run(upTo: number - 1)
    var honest = before
    honest.run(upTo: number)
    let length = try #require(honest.sent.last).count
    var generator = SeededGenerator(seed: seed)
    for position in 0..<length {
      let masks =
        (0..<8).map { 1 << UInt8($0) } + [0xff, UInt8.random(in: 1...254, using: &generator)]
      for mask in masks {
        var changed = before
        changed.run { at, message in
          guard at == number else { return message }
          var bytes = message
          bytes[position] ^= mask
          return bytes
        }
        #expect(
          isRefused(changed, number),
          "seed \(seed), message \(number), byte \(position), mask \(mask)")
      }
    }
  }

  @Test(arguments: 1...8)
  func `no message can be cut, or said twice in one`(number: Int) throws {
    let seed: UInt64 = 32
    var before = try Dialogue(seed: seed)
    before.run(upTo: number - 1)
    var honest = before
    honest.run(upTo: number)
    let message = try #require(honest.sent.last)
    for length in 0..<message.count {
      var cut = before
      cut.run { at, message in at == number ? Array(message.prefix(length)) : message }
      #expect(isRefused(cut, number), "seed \(seed), message \(number), \(length) bytes")
    }
    var doubled = before
    doubled.run { at, message in at == number ? message + message : message }
    #expect(isRefused(doubled, number), "seed \(seed), message \(number), twice")
    for other in honest.sent {
      for both in [message + other, other + message] {
        var joined = before
        joined.run { at, message in at == number ? both : message }
        #expect(isRefused(joined, number), "seed \(seed), message \(number), with another")
      }
    }
  }

  @Test(arguments: 1...8)
  func `random bytes are no message`(number: Int) throws {
    var before = try Dialogue(seed: 33)
    before.run(upTo: number - 1)
    var generator = SeededGenerator(seed: 33 + UInt64(number))
    for attempt in 0..<300 {
      let count = Int.random(in: 0...200, using: &generator)
      let bytes = generator.bytes(count)
      var changed = before
      changed.run { at, message in at == number ? bytes : message }
      #expect(isRefused(changed, number), "\(generator), message \(number), attempt \(attempt)")
    }
  }

  @Test(arguments: 1...8)
  func `a message of another turn is refused`(number: Int) throws {
    var honest = try Dialogue(seed: 34)
    honest.run()
    for other in 1...8 where other != number {
      var changed = try Dialogue(seed: 34)
      changed.run { at, message in at == number ? honest.sent[other - 1] : message }
      let error = number % 2 == 1 ? changed.errorOfB : changed.errorOfA
      let isProof = [5, 6].contains(number) && [5, 6].contains(other)
      #expect(error?.refusal == (isProof ? .wrongCode : .malformed), "M\(other) for M\(number)")
      #expect(isRefused(changed, number))
    }
  }

  @Test(arguments: 1...8)
  func `a message above the bound is not read`(number: Int) throws {
    // An unknown field that fills a message up to the bound is passed over, one byte more is too much.
    for (excess, isTooLong) in [(0, false), (1, true)] {
      var dialogue = try Dialogue(seed: 35)
      dialogue.run(upTo: number) { at, message in
        guard at == number else { return message }
        let room = PairingExchange.mostMessageBytes - message.count - 4 + excess
        let length = [UInt8(room & 0x7f) | 0x80, UInt8(room >> 7)]
        return message + [0x9a, 0x06] + length + [UInt8](repeating: 0, count: room)
      }
      let error = number % 2 == 1 ? dialogue.errorOfB : dialogue.errorOfA
      #expect((error?.refusal == .malformed) == isTooLong)
      #expect(error?.message.contains("16385 bytes") ?? false == isTooLong)
    }
  }

  @Test func `a field of a later version is passed over, and still part of what is proven`() throws
  {
    for number in [1, 2] {
      var dialogue = try Dialogue(seed: 36)
      dialogue.run { at, message in at == number ? message + [0x98, 0x06, 1] : message }
      #expect(dialogue.deviceSeenByA == (try Devices.watch()))
      #expect(dialogue.deviceSeenByB == (try Devices.phone()))
      #expect(dialogue.sent.count == 3)
      #expect(dialogue.errorOfB?.refusal == .malformed)
    }
  }

  /// Whether an exchange in which `number` was changed ended as it must.
  private func isRefused(_ dialogue: Dialogue, _ number: Int) -> Bool {
    dialogue.isOver && !dialogue.isPairedToA && dialogue.isPairedToB == (number == 8)
      && (dialogue.errorOfA == nil || dialogue.joining.pairSecret == nil)
      && (dialogue.errorOfB == nil || dialogue.showing.pairSecret == nil)
  }
}
