private import COpenSSL

extension Identity {
  /// More than any key with a chain of certificates has.
  private static let largestText = 1 << 20
  /// A certificate and those that vouch for it; longer chains are nowhere in use.
  private static let longestChain = 10
  private static let loading = "load the identity"

  /// Reads a certificate, with those that vouch for it after it, and its private key.
  ///
  /// Both may stand in one text, which is then given twice. Any kind of key is taken that OpenSSL
  /// can sign handshakes with.
  ///
  /// - Parameters:
  ///   - certificatePEM: The text with the certificates.
  ///   - privateKeyPEM: The text with the key, which must not need a password.
  /// - Throws: `invalidPEM`, or `keyMismatch` if the two do not belong together.
  package init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(TLSError) {
    TLSError.forget()
    let certificates = try Certificate.all(
      in: certificatePEM, atMost: Identity.longestChain, bytes: Identity.largestText,
      cannot: Identity.loading)
    let key = try Identity.key(in: privateKeyPEM)
    try self.init(key, certificates, cannot: Identity.loading)
  }

  /// The certificates as PEM; nothing in it is secret.
  package func certificatePEM() throws(TLSError) -> String {
    TLSError.forget()
    guard let text = MemoryText() else { throw TLSError.taken(cannot: "export", .other) }
    for certificate in certificates {
      guard unsafe PEM_write_bio_X509(text.handle, certificate.handle) == 1 else {
        throw TLSError.taken(cannot: "export a certificate", .other)
      }
    }
    return text.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Lends the private key as PEM to `body`, and wipes it afterwards.
  ///
  /// - Parameter body: Gets the text; what it copies of it is its own to keep secret.
  /// - Returns: What `body` returns.
  /// - Throws: `TLSError`, or what `body` throws.
  package func withPrivateKeyPEM<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    TLSError.forget()
    guard let text = MemoryText(),
      unsafe PEM_write_bio_PKCS8PrivateKey(text.handle, key.handle, nil, nil, 0, nil, nil) == 1
    else { throw TLSError.taken(cannot: "export a private key", .other) }
    return try text.withBytes(body)
  }

  private static func key(in pem: [UInt8]) throws(TLSError) -> PrivateKey {
    guard pem.count <= largestText, let text = MemoryText(pem) else {
      throw TLSError(.invalidPEM, cannot: loading, "the key's text is too long")
    }
    // Without the callback, OpenSSL would ask whoever sits at the terminal for the password.
    let key = unsafe PEM_read_bio_PrivateKey(text.handle, nil, { _, _, _, _ in -1 }, nil)
    guard let key = unsafe key else { throw TLSError.taken(cannot: loading, .invalidPEM) }
    return unsafe PrivateKey(owning: key)
  }
}

extension Certificate {
  /// Reads every certificate of a PEM text, and at least one.
  ///
  /// - Parameters:
  ///   - pem: The text; what is no certificate in it is passed over.
  ///   - count: How many it may hold.
  ///   - bytes: How long it may be.
  ///   - operation: What was being attempted, as a verb phrase.
  /// - Returns: The certificates in their order.
  /// - Throws: `invalidPEM`.
  static func all(
    in pem: [UInt8], atMost count: Int, bytes: Int, cannot operation: String
  ) throws(TLSError) -> [Certificate] {
    guard pem.count <= bytes, let text = MemoryText(pem) else {
      throw TLSError(.invalidPEM, cannot: operation, "the text is longer than \(bytes) bytes")
    }
    var found: [Certificate] = []
    while let handle = unsafe PEM_read_bio_X509(text.handle, nil, { _, _, _, _ in -1 }, nil) {
      found.append(unsafe Certificate(owning: handle))
      guard found.count <= count else {
        throw TLSError(.invalidPEM, cannot: operation, "it has more than \(count) certificates")
      }
    }
    // The end of the text is reported as the lack of one more certificate.
    let last = ERR_peek_last_error()
    let isEnd = ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE
    guard isEnd, !found.isEmpty else { throw TLSError.taken(cannot: operation, .invalidPEM) }
    TLSError.forget()
    return found
  }
}
