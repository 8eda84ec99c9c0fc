private import COpenSSL
internal import TLSCore
internal import TestSupport
internal import Testing

struct PublicKeyTests {
  private static let text = Array("a text".utf8)

  /// A key made by OpenSSL, as its own functions spell it.
  private static func spelling(curve: String, point: String = "uncompressed") throws -> [UInt8] {
    let key = unsafe try #require(unsafe COpenSSL_generateKey(curve))
    defer { unsafe EVP_PKEY_free(key) }
    let status = unsafe EVP_PKEY_set_utf8_string_param(key, "point-format", point)
    #expect(status == 1)
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_PUBKEY(key, &bytes)
    defer { unsafe COpenSSL_free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func code(of bytes: [UInt8]) -> TLSError.Code? {
    do throws(TLSError) {
      _ = try PublicKey(encoded: bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `the key of an identity survives its bytes, and has the pinned fingerprint`() throws {
    let identity = try Identity.sample("a")
    let key = try identity.publicKey
    #expect(key.encoded.count == PublicKey.byteCount)
    #expect(key.fingerprint == identity.publicKeyFingerprint)
    #expect(try PublicKey(encoded: key.encoded) == key)
    #expect(try PublicKey(encoded: key.encoded).fingerprint == key.fingerprint)
    #expect(try Identity.sample("a").publicKey != key)
  }

  @Test func `a key that OpenSSL made is taken`() throws {
    let bytes = try Self.spelling(curve: "P-256")
    #expect(try PublicKey(encoded: bytes).encoded == bytes)
  }

  @Test func `a signature counts for its key and its text alone`() throws {
    let identity = try Identity.sample("a")
    let key = try identity.publicKey
    let signature = try identity.sign(Self.text)
    #expect(key.isSignature(signature, of: Self.text))
    #expect(try PublicKey(encoded: key.encoded).isSignature(signature, of: Self.text))
    #expect(try !Identity.sample("a").publicKey.isSignature(signature, of: Self.text))
    #expect(!key.isSignature(signature, of: Self.text + [0]))
    #expect(!key.isSignature(signature, of: []))
  }

  @Test(arguments: [0, 1, 63, 64, 100_000])
  func `texts of any length are signed`(count: Int) throws {
    let identity = try Identity.sample("a")
    let text = [UInt8](repeating: 7, count: count)
    let signature = try identity.sign(text)
    #expect((8...72).contains(signature.count))
    #expect(try identity.publicKey.isSignature(signature, of: text))
    #expect(try !identity.publicKey.isSignature(signature, of: text + [7]))
  }

  @Test func `a signature that was cut, made longer or changed is none`() throws {
    let identity = try Identity.sample("a")
    let key = try identity.publicKey
    let signature = try identity.sign(Self.text)
    for count in 0..<signature.count {
      #expect(!key.isSignature(Array(signature.prefix(count)), of: Self.text), "\(count) bytes")
    }
    for bit in 0..<(8 * signature.count) {
      var changed = signature
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.isSignature(changed, of: Self.text), "bit \(bit)")
    }
    for more in [1, 8, 100_000] {
      let longer = signature + [UInt8](repeating: 0, count: more)
      #expect(!key.isSignature(longer, of: Self.text), "\(more) more bytes")
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `bytes by chance are no signature`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let key = try Identity.sample("a").publicKey
    for _ in 0..<200 {
      let bytes = generator.bytes(Int.random(in: 0...80, using: &generator))
      #expect(!key.isSignature(bytes, of: Self.text), "\(generator)")
    }
  }

  @Test func `a key that was cut or made longer is none`() throws {
    let encoded = try Identity.sample("a").publicKey.encoded
    for count in 0..<encoded.count {
      #expect(Self.code(of: Array(encoded.prefix(count))) == .invalidPublicKey, "\(count) bytes")
    }
    for more in [1, 91, 1 << 20] {
      let longer = encoded + [UInt8](repeating: 0, count: more)
      #expect(Self.code(of: longer) == .invalidPublicKey, "\(more) more bytes")
    }
  }

  @Test func `no bit of a key can be changed`() throws {
    let encoded = try Identity.sample("a").publicKey.encoded
    for bit in 0..<(8 * encoded.count) {
      var changed = encoded
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.code(of: changed) == .invalidPublicKey, "bit \(bit)")
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a point by chance is on no curve`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let beginning = try Identity.sample("a").publicKey.encoded.prefix(27)
    for _ in 0..<100 {
      #expect(Self.code(of: beginning + generator.bytes(64)) == .invalidPublicKey, "\(generator)")
    }
    for byte in [0, 0xff] as [UInt8] {
      let point = [UInt8](repeating: byte, count: 64)
      #expect(Self.code(of: beginning + point) == .invalidPublicKey)
    }
  }

  @Test(arguments: ["P-224", "P-384", "P-521", "secp256k1", "brainpoolP256r1"])
  func `a key of another curve is refused`(curve: String) throws {
    #expect(try Self.code(of: Self.spelling(curve: curve)) == .invalidPublicKey)
  }

  @Test(arguments: ["compressed", "hybrid"])
  func `a second spelling of a key is refused`(point: String) throws {
    #expect(
      try Self.code(of: Self.spelling(curve: "P-256", point: point)) == .invalidPublicKey)
  }

  @Test(arguments: Fixture.usable)
  func `an identity of another kind has no key to sign with`(fixture: Fixture) throws {
    let identity = try fixture.identity()
    let error = #expect(throws: TLSError.self) { try identity.publicKey }
    #expect(error?.code == .invalidPublicKey)
    let refusal = #expect(throws: TLSError.self) { try identity.sign(Self.text) }
    #expect(refusal?.code == .misuse)
  }

  @Test func `what is wrong with a key is said without the key`() throws {
    var encoded = try Identity.sample("a").publicKey.encoded
    encoded[90] ^= 1
    let error = #expect(throws: TLSError.self) { try PublicKey(encoded: encoded) }
    #expect(error?.description == "cannot read a public key: its point is not on the curve")
    let short = #expect(throws: TLSError.self) { try PublicKey(encoded: [1, 2, 3]) }
    #expect(short?.description == "cannot read a public key: it has 3 bytes, not 91")
  }
}
