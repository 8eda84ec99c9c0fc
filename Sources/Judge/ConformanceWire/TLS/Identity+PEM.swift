private import COpenSSL

extension Identity {
  /// Reads the certificate and the key of one file, as nodes keep them.
  package convenience init(pemFile path: String) throws(IdentityError) {
    let operation = "read the identity at \(path)"
    // The key may stand before the certificate, so each is looked for from the start.
    guard let first = unsafe BIO_new_file(path, "r"), let second = unsafe BIO_new_file(path, "r")
    else { throw IdentityError(cannot: operation, "the file cannot be opened") }
    defer {
      // They were only read from.
      _ = unsafe BIO_free(first)
      _ = unsafe BIO_free(second)
      ERR_clear_error()
    }
    // Without the callbacks, OpenSSL would ask whoever sits at the terminal for a password.
    guard let certificate = unsafe PEM_read_bio_X509(first, nil, { _, _, _, _ in -1 }, nil) else {
      throw IdentityError(cannot: operation, "there is no certificate in it")
    }
    let owned = unsafe OwnedCertificate(owning: certificate)
    guard let key = unsafe PEM_read_bio_PrivateKey(second, nil, { _, _, _, _ in -1 }, nil) else {
      throw IdentityError(cannot: operation, "there is no private key in it")
    }
    try self.init(unsafe OwnedKey(owning: key), owned)
  }
}
