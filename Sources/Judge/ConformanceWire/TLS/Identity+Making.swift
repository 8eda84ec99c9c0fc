private import COpenSSL

extension Identity {
  private static let making = "make an identity"
  /// The tool's certificates are from 2020 to 2049, or from 2020 to 2021.
  private static let beginning = 1_577_836_800
  private static let end = 2_493_072_000
  private static let past = 1_609_459_200

  /// Makes a new key of a curve and signs its certificate with it.
  package convenience init(
    curve: String = "P-256", commonName: String = "dyad", isExpired: Bool = false
  ) throws(IdentityError) {
    try self.init(kind: .curve(curve), commonName: commonName, isExpired: isExpired)
  }

  /// Makes a new key and signs its certificate with it.
  ///
  /// - Parameters:
  ///   - kind: Of the key.
  ///   - commonName: What the certificate calls its owner.
  ///   - isExpired: Whether its time was over years ago.
  /// - Throws: `IdentityError` for a kind that OpenSSL does not make.
  package convenience init(
    kind: Kind, commonName: String = "dyad", isExpired: Bool = false
  ) throws(IdentityError) {
    let generated =
      switch kind {
      case .curve(let name): unsafe COpenSSL_generateKey(name)
      case .rsa(let bits): unsafe COpenSSL_generateRSA(max(512, bits))
      }
    guard let generated = unsafe generated, let blank = unsafe X509_new() else {
      throw IdentityError(cannot: Identity.making, "OpenSSL makes no key of the kind")
    }
    let key = unsafe OwnedKey(owning: generated)
    let certificate = unsafe OwnedCertificate(owning: blank)
    guard Identity.fill(certificate, key, commonName, isExpired: isExpired),
      unsafe X509_sign(certificate.handle, key.handle, EVP_sha256()) > 0
    else { throw IdentityError(cannot: Identity.making, "OpenSSL makes no certificate of it") }
    try self.init(key, certificate)
  }

  private static func fill(
    _ certificate: OwnedCertificate, _ key: OwnedKey, _ commonName: String, isExpired: Bool
  ) -> Bool {
    let handle = unsafe certificate.handle
    guard let name = unsafe X509_get_subject_name(handle), let serial = unsafe BN_new() else {
      return false
    }
    defer { unsafe BN_free(serial) }
    let text = Array(commonName.utf8)
    // The third version is written as 2.
    return unsafe X509_set_version(handle, 2) == 1
      && BN_rand(serial, 126, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
      && BN_to_ASN1_INTEGER(serial, X509_get_serialNumber(handle)) != nil
      && ASN1_TIME_set(X509_getm_notBefore(handle), beginning) != nil
      && ASN1_TIME_set(X509_getm_notAfter(handle), isExpired ? past : end) != nil
      && X509_NAME_add_entry_by_NID(
        name, NID_commonName, MBSTRING_UTF8, text, Int32(clamping: text.count), -1, 0) == 1
      && X509_set_issuer_name(handle, name) == 1
      && X509_set_pubkey(handle, key.handle) == 1
  }
}
