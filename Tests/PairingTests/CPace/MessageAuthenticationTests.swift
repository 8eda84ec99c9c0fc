internal import TestSupport
internal import Testing

@testable internal import Pairing

struct MessageAuthenticationTests {
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      """
      87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde \
      daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
      """
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      """
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554 \
      9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
      """
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      """
      80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352 \
      6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
      """
    ),
  ])
  func `tags are those of RFC 4231`(key: [UInt8], message: String, expected: String) {
    let tag = MessageAuthentication.tag(
      SecretBytes(copying: Array(message.utf8)), key: SecretBytes(copying: key))
    #expect(tag.known == [UInt8](hex: expected))
  }

  // Computed with Python's hmac; RFC 5869 has no example with SHA-512.
  @Test func `keys are those that HKDF gives elsewhere`() {
    let secret = SecretBytes(copying: (0..<64).map { UInt8($0) })
    let salt = (100..<132).map { UInt8($0) }
    let expected = [UInt8](
      hex: """
        22beceb6dcc6cb3c1dfa54530ed89dd1e1827fddd666836761a7213923e1bd92 \
        7b0829d5af3bf03b15f134ddc00ceba91ccdc8fdf52d15b462235b18b8e5ab5e
        """)
    for count in [1, 32, 64] {
      let key = MessageAuthentication.key(
        from: secret, salt: salt, info: Array("dyad pair secret".utf8), count: count)
      #expect(key.known == Array(expected.prefix(count)))
    }
  }

  @Test func `digests are those of FIPS 180`() {
    let text = Array("abc".utf8)
    #expect(
      Digest.sha256(text)
        == [UInt8](hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      Digest.sha512(SecretBytes(copying: text)).known
        == [UInt8](
          hex: """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a \
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """))
  }
}
