internal import TLSCore
internal import Testing

struct SHA256Tests {
  // FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `a digest is what the standard says`(text: String, hex: String) throws {
    let digest = SHA256.digest(of: Array(text.utf8))
    #expect(digest.count == SHA256.byteCount)
    #expect(digest == PublicKeyFingerprint(hex)?.bytes)
  }

  @Test(arguments: 0..<32)
  func `digests that differ in one bit are not equal`(place: Int) {
    let digest = SHA256.digest(of: [1])
    var other = digest
    #expect(SHA256.areEqual(digest, other))
    other[place] ^= 1
    #expect(!SHA256.areEqual(digest, other))
    #expect(!SHA256.areEqual(digest, Array(digest.dropLast())))
  }
}
