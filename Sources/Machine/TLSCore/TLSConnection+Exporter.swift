private import COpenSSL

extension TLSConnection {
  /// A secret that only the two ends of this connection have, for binding other proofs to it.
  ///
  /// - Parameters:
  ///   - label: What it is for; each use has its own (RFC 8446 §7.5).
  ///   - context: What else it is to depend on.
  ///   - count: How many bytes.
  /// - Returns: The secret, the same at both ends.
  /// - Throws: `misuse` before the connection is established.
  package func exporter(
    label: String, context: [UInt8] = [], count: Int = 32
  ) throws(TLSError) -> [UInt8] {
    let operation = "derive a secret"
    guard isEstablished, (1...1_024).contains(count) else {
      throw TLSError(.misuse, cannot: operation, "there is no connection to derive it from")
    }
    TLSError.forget()
    var secret = [UInt8](repeating: 0, count: count)
    let status = unsafe SSL_export_keying_material(
      session, &secret, count, label, label.utf8.count, context, context.count, 1)
    guard status == 1 else { throw TLSError.taken(cannot: operation, .other) }
    return secret
  }

  /// The version and the cipher, for people: "TLSv1.3 TLS_AES_128_GCM_SHA256".
  package var summary: String {
    let version = unsafe SSL_get_version(session).map { unsafe String(cString: $0) } ?? ""
    guard let cipher = unsafe SSL_get_current_cipher(session),
      let name = unsafe SSL_CIPHER_get_name(cipher)
    else { return version }
    return version + " " + (unsafe String(cString: name))
  }
}
