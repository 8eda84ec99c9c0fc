internal import Testing

@testable internal import ConformanceKit

@Suite struct CPaceTests {
  private let password = CPaceVector.password.bytes
  private let session = CPaceVector.session.bytes

  private static func shares(_ vector: CPaceVector) -> [CPaceShare] {
    [
      CPaceShare(element: vector.elementA.bytes, associatedData: CPaceVector.dataA.bytes),
      CPaceShare(element: vector.elementB.bytes, associatedData: CPaceVector.dataB.bytes),
    ]
  }

  @Test func `the generator string is the one that the draft prints`() {
    let string = CPace.generatorString(
      password: password, channel: CPaceVector.draft21.channel.bytes, session: session)
    #expect(string == CPaceSteps.generatorString.bytes)
    #expect(Sodium.sha512(string) == CPaceSteps.generatorHash.bytes)
  }

  @Test(arguments: [(6, 102), (8, 100), (107, 1), (108, 0), (300, 0)])
  func `the password fills the first block alone`(count: Int, zeros: Int) {
    let string = CPace.generatorString(
      password: [UInt8](repeating: 0x31, count: count), channel: [], session: [])
    let front = LengthPrefixed.join(Array("CPaceRistretto255".utf8)).count
    let length = LengthPrefixed.encode(count).count + count
    #expect(string[front + length] == UInt8(zeros))
    #expect(string.count == front + length + 1 + zeros + 2)
    #expect(zeros == 0 || front + length + 1 + zeros == 128)
  }

  @Test(arguments: CPaceVector.all)
  func `generator, shares and keys are those of the vectors`(vector: CPaceVector) {
    let generator = CPace.generator(
      password: password, channel: vector.channel.bytes, session: session)
    #expect(generator == vector.generator.bytes)
    let (scalarA, scalarB) = (CPaceVector.scalarA.bytes, CPaceVector.scalarB.bytes)
    #expect(Ristretto.multiple(of: generator, by: scalarA) == vector.elementA.bytes)
    #expect(Ristretto.multiple(of: generator, by: scalarB) == vector.elementB.bytes)
    #expect(
      Ristretto.multiple(of: vector.elementB.bytes, by: scalarA) == vector.sharedKey.bytes)
    #expect(
      Ristretto.multiple(of: vector.elementA.bytes, by: scalarB) == vector.sharedKey.bytes)
    let shares = Self.shares(vector)
    let key = CPace.sessionKey(
      sharedKey: vector.sharedKey.bytes, session: session, initiator: shares[0],
      responder: shares[1])
    #expect(key == vector.sessionKey.bytes)
  }

  @Test func `the tags that confirm the key are those that were computed elsewhere`() {
    let key = CPace.tagKey(
      sessionKey: CPaceVector.draft21.sessionKey.bytes, session: session)
    #expect(key == CPaceSteps.tagKey.bytes)
    let tags = Self.shares(.draft21).map { Sodium.tag($0.bytes, key: key) }
    #expect(tags == [CPaceSteps.tagA.bytes, CPaceSteps.tagB.bytes])
  }

  @Test func `a valid point is multiplied as the vectors say`() {
    let product = Ristretto.multiple(
      of: CPacePoints.valid.bytes, by: CPacePoints.scalar.bytes)
    #expect(product == CPacePoints.product.bytes)
  }

  @Test(arguments: [
    [], CPacePoints.invalid.bytes, [UInt8](repeating: 0, count: 32), CPacePoints.valid.bytes + [0],
    Array(CPacePoints.valid.bytes.dropLast()), [UInt8](repeating: 0xFF, count: 32),
    // 2^255 - 19, another spelling of zero.
    [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    // The valid one with the top bit, which makes it a number that is too high.
    CPacePoints.valid.bytes.dropLast() + [0x9C],
  ])
  func `what is no element, or the identity, has no multiple`(element: [UInt8]) {
    #expect(Ristretto.multiple(of: element, by: CPacePoints.scalar.bytes) == nil)
  }

  @Test(arguments: [(0, [0]), (127, [127]), (128, [0x80, 1]), (16_384, [0x80, 0x80, 1])])
  func `lengths are written in groups of seven bits`(count: Int, bytes: [UInt8]) {
    #expect(LengthPrefixed.encode(count) == bytes)
    let content = [UInt8](repeating: 7, count: count)
    #expect(LengthPrefixed.join(content, []) == bytes + content + [0])
  }

  @Test func `each scalar is another one, and below the order of the group`() {
    let scalars = (0..<100).map { _ in Ristretto.randomScalar() }
    #expect(Set(scalars).count == scalars.count)
    #expect(scalars.allSatisfy { $0.count == 32 && $0[31] <= 0x10 })
  }
}
