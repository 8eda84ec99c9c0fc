private import COpenSSL

extension Identity {
  /// What a certificate says beside its key.
  package struct Look: Sendable {
    package var commonName = "dyad"
    /// Who is said to have made it; the owner himself where nobody is named.
    package var issuerName: String?
    /// From when and until when it is said to hold, in seconds since 1970.
    package var beginning = 1_577_836_800
    package var end = 2_493_072_000
    /// A small serial number in the place of a random one.
    package var serial: Int?
    /// Extensions as OpenSSL's configuration spells them: ("keyUsage", "critical,keyCertSign").
    package var extensions: [(name: String, value: String)] = []
    /// An extension that nobody knows, which says that it has to be understood.
    package var hasUnknownExtension = false

    /// As the certificates of the tool look.
    package init() {}
  }

  private static let wearing = "make another certificate of a key"

  /// Another certificate of a key that there is already.
  ///
  /// - Parameters:
  ///   - other: Whose key it has.
  ///   - look: What it says.
  /// - Throws: `IdentityError` where OpenSSL does not make it.
  package convenience init(with other: Identity, as look: Look) throws(IdentityError) {
    let key = try other.key()
    try self.init(key, try Identity.certificate(of: key, as: look))
  }

  /// Claims a key of P-256 that somebody else has: what it signs is signed by another one.
  ///
  /// - Parameter publicKey: A `SubjectPublicKeyInfo` in DER.
  /// - Throws: `IdentityError` for a key of another kind.
  package convenience init(claiming publicKey: [UInt8]) throws(IdentityError) {
    guard let own = unsafe COpenSSL_generateKey("P-256") else {
      throw IdentityError(cannot: Identity.wearing, "OpenSSL makes no key")
    }
    let real = unsafe OwnedKey(owning: own)
    var bytes = unsafe OwnedBytes.take { bytes in unsafe i2d_PrivateKey(real.handle, &bytes) }
    let ownPublicKey = unsafe OwnedBytes.take { bytes in unsafe i2d_PUBKEY(real.handle, &bytes) }
    // Both forms end with the point, and OpenSSL does not compute it anew when it reads them.
    guard publicKey.count == ownPublicKey.count, bytes.count > 65,
      Array(bytes.suffix(65)) == Array(ownPublicKey.suffix(65))
    else { throw IdentityError(cannot: Identity.wearing, "it is no key of P-256") }
    bytes.replaceSubrange(bytes.count - 65..<bytes.count, with: publicKey.suffix(65))
    let handle = unsafe bytes.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
    guard let handle = unsafe handle else {
      throw IdentityError(cannot: Identity.wearing, "OpenSSL does not read it")
    }
    let key = unsafe OwnedKey(owning: handle)
    try self.init(key, try Identity.certificate(of: key, as: Look()))
  }

  private static func certificate(
    of key: OwnedKey, as look: Look
  ) throws(IdentityError) -> OwnedCertificate {
    guard let blank = unsafe X509_new() else { throw IdentityError(cannot: wearing, "no memory") }
    let certificate = unsafe OwnedCertificate(owning: blank)
    let handle = unsafe certificate.handle
    guard unsafe X509_set_version(handle, 2) == 1, number(certificate, look.serial),
      unsafe ASN1_TIME_set(X509_getm_notBefore(handle), look.beginning) != nil,
      unsafe ASN1_TIME_set(X509_getm_notAfter(handle), look.end) != nil,
      unsafe name(X509_get_subject_name(handle), look.commonName),
      unsafe name(X509_get_issuer_name(handle), look.issuerName ?? look.commonName),
      unsafe X509_set_pubkey(handle, key.handle) == 1,
      look.extensions.allSatisfy({ add($0.name, $0.value, to: certificate) }),
      !look.hasUnknownExtension || addUnknown(to: certificate),
      unsafe X509_sign(handle, key.handle, EVP_sha256()) > 0
    else { throw IdentityError(cannot: wearing, "OpenSSL makes no certificate of it") }
    return certificate
  }

  private static func number(_ certificate: OwnedCertificate, _ serial: Int?) -> Bool {
    guard let place = unsafe X509_get_serialNumber(certificate.handle) else { return false }
    if let serial { return unsafe ASN1_INTEGER_set(place, serial) == 1 }
    guard let random = unsafe BN_new() else { return false }
    defer { unsafe BN_free(random) }
    return unsafe BN_rand(random, 126, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
      && BN_to_ASN1_INTEGER(random, place) != nil
  }

  private static func name(_ place: OpaquePointer?, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe X509_NAME_add_entry_by_NID(
      place, NID_commonName, MBSTRING_UTF8, bytes, Int32(clamping: bytes.count), -1, 0) == 1
  }

  private static func add(
    _ name: String, _ value: String, to certificate: OwnedCertificate
  ) -> Bool {
    guard let made = unsafe X509V3_EXT_conf_nid(nil, nil, OBJ_sn2nid(name), value) else {
      return false
    }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(certificate.handle, made, -1) == 1
  }

  private static func addUnknown(to certificate: OwnedCertificate) -> Bool {
    guard let kind = unsafe OBJ_txt2obj("1.3.6.1.4.1.311.9999.1", 1) else { return false }
    defer { unsafe ASN1_OBJECT_free(kind) }
    guard let content = unsafe ASN1_OCTET_STRING_new() else { return false }
    defer { unsafe ASN1_OCTET_STRING_free(content) }
    let bytes: [UInt8] = [4, 2, 1, 2]
    guard unsafe ASN1_OCTET_STRING_set(content, bytes, Int32(bytes.count)) == 1,
      let made = unsafe X509_EXTENSION_create_by_OBJ(nil, kind, 1, content)
    else { return false }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(certificate.handle, made, -1) == 1
  }
}
