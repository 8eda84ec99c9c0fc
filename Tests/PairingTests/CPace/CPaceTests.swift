internal import TestSupport
internal import Testing

@testable internal import Pairing

struct CPaceTests {
  private let password = SecretBytes(hex: CPaceVector.password)
  private let session = [UInt8](hex: CPaceVector.session)

  @Test func `the generator string is the one that the draft prints`() {
    let string = CPace.generatorString(
      password: password, channel: SecretBytes(hex: CPaceVector.draft21.channel), session: session)
    #expect(string.known == [UInt8](hex: CPaceSteps.generatorString))
    #expect(Digest.sha512(string).known == [UInt8](hex: CPaceSteps.generatorHash))
  }

  @Test(arguments: [0, 108, 109, 110, 300])
  func `a password that fills the block is not padded`(count: Int) {
    let long = SecretBytes(copying: [UInt8](repeating: 0x41, count: count))
    let string = CPace.generatorString(
      password: long, channel: SecretBytes(copying: []), session: [])
    let domain = LengthPrefixed.prepend(Array("CPaceRistretto255".utf8))
    let prefixed = LengthPrefixed.prepend(long.known)
    let padding = max(0, 127 - domain.count - prefixed.count)
    let expected =
      domain + prefixed + LengthPrefixed.prepend([UInt8](repeating: 0, count: padding)) + [0, 0]
    #expect(string.known == expected)
    #expect(count > 108 || string.count == 130)
  }

  @Test(arguments: CPaceVector.all)
  func `generator and shares are those of the vectors`(vector: CPaceVector) {
    let generator = CPace.generator(
      password: password, channel: SecretBytes(hex: vector.channel), session: session)
    #expect(generator.known == [UInt8](hex: vector.generator))
    let scalarA = SecretBytes(hex: CPaceVector.scalarA)
    let scalarB = SecretBytes(hex: CPaceVector.scalarB)
    #expect(CPace.share(scalar: scalarA, generator: generator) == [UInt8](hex: vector.elementA))
    #expect(CPace.share(scalar: scalarB, generator: generator) == [UInt8](hex: vector.elementB))
  }

  @Test(arguments: CPaceVector.all)
  func `both sides arrive at the keys of the vectors`(vector: CPaceVector) throws {
    let keyOfA = try #require(
      CPace.sharedKey(
        scalar: SecretBytes(hex: CPaceVector.scalarA), share: vector.shareB.element))
    let keyOfB = try #require(
      CPace.sharedKey(
        scalar: SecretBytes(hex: CPaceVector.scalarB), share: vector.shareA.element))
    #expect(keyOfA.known == [UInt8](hex: vector.sharedKey))
    #expect(keyOfA.isEqual(to: keyOfB))
    let sessionKey = CPace.sessionKey(
      sharedKey: keyOfA, session: session, initiator: vector.shareA, responder: vector.shareB)
    #expect(sessionKey.known == [UInt8](hex: vector.sessionKey))
  }

  @Test(arguments: CPaceVector.all)
  func `the transcript gives the session output of the vectors`(vector: CPaceVector) {
    let transcript = CPace.transcript(vector.shareA, vector.shareB)
    let output = Digest.sha512(
      SecretBytes(copying: Array("CPaceSidOutput".utf8) + transcript))
    #expect(output.known == [UInt8](hex: vector.sessionOutput))
  }

  @Test func `the transcript and the input of the session key are those that the draft prints`() {
    let vector = CPaceVector.draft21
    #expect(
      CPace.transcript(vector.shareA, vector.shareB) == [UInt8](hex: CPaceSteps.transcript))
    let string = CPace.sessionKeyString(
      sharedKey: SecretBytes(hex: vector.sharedKey), session: session, initiator: vector.shareA,
      responder: vector.shareB)
    #expect(string.known == [UInt8](hex: CPaceSteps.sessionKeyString))
  }

  @Test func `the tags that confirm the key are those that were computed elsewhere`() {
    let vector = CPaceVector.draft21
    let key = CPace.macKey(sessionKey: SecretBytes(hex: vector.sessionKey), session: session)
    #expect(key.known == [UInt8](hex: CPaceSteps.macKey))
    let tags = [vector.shareA, vector.shareB].map {
      MessageAuthentication.tag(SecretBytes(copying: $0.bytes), key: key).known
    }
    #expect(tags == [[UInt8](hex: CPaceSteps.tagA), [UInt8](hex: CPaceSteps.tagB)])
  }

  @Test func `a valid point is multiplied as the vectors say`() throws {
    let product = try #require(
      CPace.sharedKey(
        scalar: SecretBytes(hex: CPacePoints.scalar), share: [UInt8](hex: CPacePoints.valid)))
    #expect(product.known == [UInt8](hex: CPacePoints.product))
  }

  @Test(arguments: [
    "", CPacePoints.invalid, CPacePoints.identity, CPacePoints.valid + "00",
    String(CPacePoints.valid.dropLast(2)), String(repeating: "ff", count: 32),
    // 2^255 - 19, another spelling of zero.
    "ed" + String(repeating: "ff", count: 30) + "7f",
    // The valid one with the top bit, which makes it a number that is too high.
    String(CPacePoints.valid.dropLast(2)) + "9c",
  ])
  func `what is no element, or the identity, gives no key`(share: String) {
    let scalar = SecretBytes(hex: CPacePoints.scalar)
    #expect(CPace.sharedKey(scalar: scalar, share: [UInt8](hex: share)) == nil)
  }

  @Test func `each scalar is another one, and below the order of the group`() {
    let scalars = (0..<100).map { _ in CPace.randomScalar().known }
    #expect(Set(scalars).count == scalars.count)
    #expect(scalars.allSatisfy { $0.count == 32 && $0[31] <= 0x10 })
  }
}
