internal import DynamicMessages
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct RandomMessageTests {
  private static let messages = [
    "all.Scalars", "all.Lists", "all.Maps", "all.Choice", "all.Known", "old.Base",
  ]
  private let transcoder: MessageTranscoder

  init() throws {
    transcoder = MessageTranscoder(try Fixture.shared.get().pool)
  }

  @Test(arguments: messages)
  func `random JSON comes back as it was`(message: String) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomMessages(
        pool: transcoder.pool, generator: SeededGenerator(seed: seed))
      let json = random.json(of: message)
      let bytes = try transcoder.bytes(from: json, as: message)
      #expect(try transcoder.json(from: bytes, as: message).text == json.text, "seed \(seed)")
      let read = try JSONValue(parsing: json.text)
      #expect(try transcoder.bytes(from: read, as: message) == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: messages)
  func `changed bytes give JSON or an error`(message: String) throws {
    var refused = 0
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomMessages(
        pool: transcoder.pool, generator: SeededGenerator(seed: seed))
      let original = try transcoder.bytes(from: random.json(of: message), as: message)
      for _ in 0..<10 where !original.isEmpty {
        var bytes = original
        for _ in 0...random.generator.next() % 3 where !bytes.isEmpty {
          let index = Int.random(in: bytes.indices, using: &random.generator)
          switch random.generator.next() % 4 {
          case 0: bytes[index] ^= 1 << UInt8(random.generator.next() % 8)
          case 1: bytes[index] = UInt8(truncatingIfNeeded: random.generator.next())
          case 2: bytes.remove(at: index)
          default: bytes.removeLast(bytes.count - index)
          }
        }
        do throws(DynamicMessageError) {
          let json = try transcoder.json(from: bytes, as: message)
          #expect(throws: Never.self, "seed \(seed)") { try JSONValue(parsing: json.text) }
        } catch {
          refused += 1
          #expect(error.operation == .decode)
        }
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: messages)
  func `random bytes give JSON or an error`(message: String) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let bytes = generator.bytes(Int(generator.next() % 40))
      _ = try? transcoder.json(from: bytes, as: message)
    }
  }
}
