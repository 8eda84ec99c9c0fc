private import COpenSSL

extension Identity {
  /// The curve that every client and server takes.
  private static let curve = "P-256"
  private static let making = "make an identity"

  /// Makes a new P-256 key and signs its certificate with it.
  ///
  /// - Parameters:
  ///   - commonName: What the certificate calls its owner, 1 to 64 characters.
  ///   - hostNames: The names a client may know a server by, as letters, digits, "-" and ".".
  ///   - validity: When it is valid; peers that pin the key do not look at it.
  /// - Returns: The key and its certificate.
  /// - Throws: `misuse` for a name that cannot stand in a certificate.
  package static func make(
    commonName: String, hostNames: [String] = [], validity: Validity
  ) throws(TLSError) -> Identity {
    TLSError.forget()
    guard (1...64).contains(commonName.unicodeScalars.count) else {
      throw TLSError(.misuse, cannot: making, "its name has not 1 to 64 characters")
    }
    for name in hostNames where !isHostName(name) {
      throw TLSError(.misuse, cannot: making, "\"\(name)\" is not a host name")
    }
    guard let generated = unsafe COpenSSL_generateKey(curve), let blank = unsafe X509_new() else {
      throw TLSError.taken(cannot: making, .other)
    }
    let key = unsafe PrivateKey(owning: generated)
    let certificate = unsafe Certificate(owning: blank)
    guard fill(certificate, key, commonName, validity), extend(certificate, hostNames),
      unsafe X509_sign(certificate.handle, key.handle, EVP_sha256()) > 0
    else { throw TLSError.taken(cannot: making, .other) }
    return try Identity(key, [certificate], cannot: making)
  }

  /// Letters, digits, "-" and "." only, because OpenSSL reads the names from a list with commas.
  private static func isHostName(_ name: String) -> Bool {
    (1...253).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
      }
  }

  private static func fill(
    _ certificate: Certificate, _ key: PrivateKey, _ commonName: String, _ validity: Validity
  ) -> Bool {
    let handle = unsafe certificate.handle
    guard let name = unsafe X509_get_subject_name(handle), let serial = unsafe BN_new() else {
      return false
    }
    defer { unsafe BN_free(serial) }
    let text = Array(commonName.utf8)
    // Version 2 is written as 1 less than what people call it. 126 random bits are a positive number
    // of at most 16 bytes that nobody has used before.
    return unsafe X509_set_version(handle, 2) == 1
      && BN_rand(serial, 126, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
      && BN_to_ASN1_INTEGER(serial, X509_get_serialNumber(handle)) != nil
      && ASN1_TIME_set(X509_getm_notBefore(handle), Int(validity.notBefore)) != nil
      && ASN1_TIME_set(X509_getm_notAfter(handle), Int(validity.notAfter)) != nil
      && X509_NAME_add_entry_by_NID(
        name, NID_commonName, MBSTRING_UTF8, text, Int32(text.count), -1, 0) == 1
      && X509_set_issuer_name(handle, name) == 1
      && X509_set_pubkey(handle, key.handle) == 1
  }

  private static func extend(_ certificate: Certificate, _ hostNames: [String]) -> Bool {
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, certificate.handle, certificate.handle, nil, nil, 0)
    var values = [
      (NID_basic_constraints, "critical,CA:FALSE"),
      (NID_key_usage, "critical,digitalSignature"),
      (NID_ext_key_usage, "serverAuth,clientAuth"),
      (NID_subject_key_identifier, "hash"),
    ]
    if !hostNames.isEmpty {
      values.append((NID_subject_alt_name, hostNames.map { "DNS:\($0)" }.joined(separator: ",")))
    }
    for (kind, value) in values {
      guard let item = unsafe X509V3_EXT_conf_nid(nil, &context, kind, value) else { return false }
      defer { unsafe X509_EXTENSION_free(item) }
      guard unsafe X509_add_ext(certificate.handle, item, -1) == 1 else { return false }
    }
    return true
  }
}
