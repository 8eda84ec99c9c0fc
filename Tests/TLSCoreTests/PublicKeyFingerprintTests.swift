internal import TLSCore
internal import Testing

struct PublicKeyFingerprintTests {
  private let bytes = (0..<32).map { UInt8($0 * 8) }
  private let hex = "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8"
  private let base64 = "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg="

  @Test func `it has two spellings`() throws {
    let fingerprint = try #require(PublicKeyFingerprint(bytes))
    #expect(fingerprint.hex == hex)
    #expect(fingerprint.description == base64)
    #expect(PublicKeyFingerprint(hex) == fingerprint)
    #expect(PublicKeyFingerprint(hex.uppercased()) == fingerprint)
    #expect(PublicKeyFingerprint(base64) == fingerprint)
    #expect(fingerprint.bytes == bytes)
  }

  @Test(arguments: [0, 31, 33])
  func `it has 32 bytes`(count: Int) {
    #expect(PublicKeyFingerprint([UInt8](repeating: 1, count: count)) == nil)
  }

  @Test(arguments: [
    "", "sha256//", "00", String(repeating: "g", count: 64), String(repeating: "\u{10}", count: 64),
    "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg",
    "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Ph=",
    "sha256// AgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg=",
    "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8P==",
    "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8PgA",
    "SHA256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg=",
    "sha256//AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg= ",
  ])
  func `every other spelling is refused`(text: String) {
    #expect(PublicKeyFingerprint(text) == nil)
  }
}
