private import TestSupport
internal import Testing

@testable internal import RPCHTTP2

struct GzipTests {
  @Test(
    arguments: [Gzip.Format.gzip, .deflate], [0, 1, 2, 511, 512, 513, 4_096, 100_000, 3_000_000])
  func `what was compressed expands to itself`(format: Gzip.Format, count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    // Half noise and half repetition.
    let noise = generator.bytes(count / 2)
    let message = noise + [UInt8](repeating: 65, count: count - noise.count)
    let compressed = try Gzip.compress(message.span, format)
    #expect(try Gzip.expand(compressed.span, format, limit: count) == message)
    #expect(compressed.count <= count + 64)
    if count >= 512 { #expect(compressed.count < count * 3 / 4) }
  }

  @Test(arguments: [
    (Gzip.Format.gzip, "1f8b0800000000000203cb48cdc9c95728cf2fca49010085114a0d0b000000"),
    (.deflate, "789ccb48cdc9c95728cf2fca4901001a0b045d"),
  ])
  func `what others compressed expands`(format: Gzip.Format, hex: String) throws {
    let bytes = self.bytes(hex)
    let message = try Gzip.expand(bytes.span, format, limit: 100)
    #expect(String(decoding: message, as: UTF8.self) == "hello world")
  }

  @Test(arguments: [Gzip.Format.gzip, .deflate])
  func `the limit is exact`(format: Gzip.Format) throws {
    for count in [0, 1, 4_095, 4_096, 4_097, 8_192, 70_000] {
      let message = [UInt8](repeating: 7, count: count)
      let compressed = try Gzip.compress(message.span, format)
      #expect(try Gzip.expand(compressed.span, format, limit: count) == message)
      #expect(try Gzip.expand(compressed.span, format, limit: .max) == message)
      guard count > 0 else { continue }
      for limit in [count - 1, 0, -1] {
        let error = try #require(throws: GzipError.self) {
          try Gzip.expand(compressed.span, format, limit: limit)
        }
        #expect(error.code == .tooLarge)
      }
    }
  }

  @Test(arguments: [Gzip.Format.gzip, .deflate])
  func `a bomb ends at the limit`(format: Gzip.Format) throws {
    let bomb = try Gzip.compress([UInt8](repeating: 0, count: 10_000_000).span, format)
    #expect(bomb.count < 11_000)
    let error = try #require(throws: GzipError.self) {
      try Gzip.expand(bomb.span, format, limit: 65_536)
    }
    #expect(error.code == .tooLarge)
    #expect(error.description == "cannot expand a message: it has more than 65536 bytes")
  }

  @Test func `memory follows what comes out`() throws {
    let compressed = try Gzip.compress([UInt8](repeating: 0, count: 10_000).span, .gzip)
    let message = try Gzip.expand(compressed.span, .gzip, limit: 1 << 40)
    #expect(message.count == 10_000)
    #expect(message.capacity < 40_000)
  }

  @Test(arguments: [Gzip.Format.gzip, .deflate])
  func `every cut is noticed`(format: Gzip.Format) throws {
    let compressed = try Gzip.compress(Array("hello hello hello".utf8).span, format)
    for count in 0..<compressed.count {
      let error = try #require(throws: GzipError.self) {
        try Gzip.expand(compressed.span.extracting(0..<count), format, limit: 1_000)
      }
      #expect(error.code == .truncated)
    }
  }

  @Test(arguments: [Gzip.Format.gzip, .deflate])
  func `what follows the end is refused`(format: Gzip.Format) throws {
    let compressed = try Gzip.compress([1, 2, 3].span, format)
    for rest in [[0], compressed] {
      let bytes = compressed + rest
      let error = try #require(throws: GzipError.self) {
        try Gzip.expand(bytes.span, format, limit: 1_000)
      }
      #expect(error.code == .corrupt)
      #expect(error.detail == "\(rest.count) bytes follow its end")
    }
  }

  @Test func `one format is not the other`() throws {
    let message: [UInt8] = [1, 2, 3]
    for (one, other) in [(Gzip.Format.gzip, Gzip.Format.deflate), (.deflate, .gzip)] {
      let compressed = try Gzip.compress(message.span, one)
      let error = try #require(throws: GzipError.self) {
        try Gzip.expand(compressed.span, other, limit: 1_000)
      }
      #expect(error.code == .corrupt)
    }
  }

  @Test func `a flipped bit gives another message never`() throws {
    var generator = SeededGenerator(seed: 1)
    let message = Array("the same words again and again, the same words".utf8)
    for format in [Gzip.Format.gzip, .deflate] {
      let compressed = try Gzip.compress(message.span, format)
      for position in compressed.indices {
        var bytes = compressed
        bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        // Bytes of the header that say nothing about the message may change.
        guard let result = try? Gzip.expand(bytes.span, format, limit: 10_000) else { continue }
        #expect(result == message, "byte \(position), \(generator)")
      }
    }
  }

  @Test func `seeded noise never traps`() throws {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let start: [UInt8] = seed % 2 == 0 ? [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] : [0x78, 0x9c]
      let bytes = start + generator.bytes(Int.random(in: 0...200, using: &generator))
      do throws(GzipError) {
        let message = try Gzip.expand(
          bytes.span, seed % 2 == 0 ? .gzip : .deflate, limit: 1_000)
        Issue.record("\(generator) gives \(message.count) bytes")
      } catch {
        #expect(error.code != .other)
      }
    }
  }

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
