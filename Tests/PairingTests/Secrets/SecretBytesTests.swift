internal import Testing

@testable internal import Pairing

struct SecretBytesTests {
  @Test(arguments: [0, 1, 32, 4_096, 10_000])
  func `what is copied is what is lent`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let secret = SecretBytes(copying: bytes)
    #expect(secret.count == count)
    #expect(secret.known == bytes)
  }

  @Test func `equal bytes are equal, and nothing else is`() {
    let secret = SecretBytes(copying: [1, 2, 3])
    #expect(secret.isEqual(to: secret))
    #expect(secret.isEqual(to: SecretBytes(copying: [1, 2, 3])))
    #expect(secret.isEqual(to: [1, 2, 3]))
    for other: [UInt8] in [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]] {
      #expect(!secret.isEqual(to: SecretBytes(copying: other)))
      #expect(!secret.isEqual(to: other))
    }
    #expect(SecretBytes(copying: []).isEqual(to: []))
  }

  @Test func `random bytes differ each time`() {
    let drawn = (0..<50).map { _ in SecretBytes.random(32) }
    #expect(drawn.allSatisfy { $0.count == 32 })
    #expect(Set(drawn.map(\.known)).count == drawn.count)
    #expect(Set((0..<50).map { _ in Sodium.randomBytes(32) }).count == 50)
  }

  @Test func `what the body throws comes out`() {
    struct Oddity: Error {}
    let secret = SecretBytes(copying: [1])
    #expect(throws: Oddity.self) {
      try secret.withBytes { (_) throws(Oddity) in throw Oddity() }
    }
  }
}
