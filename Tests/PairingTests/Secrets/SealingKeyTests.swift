internal import Testing

@testable internal import Pairing

struct SealingKeyTests {
  private static let key = [UInt8](0..<32)
  private static let context = Array("context".utf8)

  @Test(arguments: [0, 1, 48, 4_096])
  func `what is sealed is opened`(count: Int) throws {
    let key = try #require(SealingKey(Self.key))
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let sealed = key.seal(bytes, in: Self.context)
    #expect(sealed.count == count + SealingKey.overhead)
    #expect(key.open(sealed, in: Self.context) == bytes)
    // Kept and taken again, it is the same key.
    #expect(SealingKey(Self.key)?.open(sealed, in: Self.context) == bytes)
  }

  @Test func `the same never looks the same`() throws {
    let key = try #require(SealingKey(Self.key))
    let texts = (0..<100).map { _ in key.seal([1, 2, 3], in: Self.context) }
    #expect(Set(texts).count == texts.count)
  }

  @Test func `what was not sealed so is not opened`() throws {
    let key = try #require(SealingKey(Self.key))
    let other = try #require(SealingKey(Self.key.reversed()))
    let sealed = key.seal([1, 2, 3], in: Self.context)
    #expect(other.open(sealed, in: Self.context) == nil)
    #expect(key.open(sealed, in: []) == nil)
    #expect(key.open([], in: Self.context) == nil)
    #expect(key.open(Array(sealed.dropLast()), in: Self.context) == nil)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(key.open(changed, in: Self.context) == nil, "byte \(index)")
    }
  }

  @Test(arguments: [0, 31, 33])
  func `a key has 32 bytes`(count: Int) {
    #expect(SealingKey([UInt8](repeating: 1, count: count)) == nil)
  }

  @Test func `no text of a key tells more than what it is`() throws {
    let key = try #require(SealingKey(Self.key))
    #expect("\(key)" == "a key" && String(reflecting: key) == "a key")
    #expect(Mirror(reflecting: key).children.isEmpty)
  }
}
