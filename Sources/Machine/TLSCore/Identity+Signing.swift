private import COpenSSL

extension Identity {
  /// The public half of the key.
  ///
  /// - Throws: `invalidPublicKey` for a key of another kind than P-256, which only files have.
  package var publicKey: PublicKey {
    get throws(TLSError) { try PublicKey(key) }
  }

  /// Signs a text, which should say what it is for: a signature counts wherever the text does.
  ///
  /// - Parameter text: What is signed.
  /// - Returns: ECDSA with SHA-256, as a list of two numbers in DER, which ``PublicKey`` checks.
  /// - Throws: `misuse` for a key of another kind than P-256.
  package func sign(_ text: [UInt8]) throws(TLSError) -> [UInt8] {
    let operation = "sign"
    guard unsafe PublicKey.isP256(key.handle) else {
      throw TLSError(.misuse, cannot: operation, "the key is of another kind than P-256")
    }
    TLSError.forget()
    guard let context = unsafe EVP_MD_CTX_new() else {
      throw TLSError.taken(cannot: operation, .other)
    }
    defer { unsafe EVP_MD_CTX_free(context) }
    // The first call says how much room the second needs, at the most.
    var count = 0
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.handle) == 1,
      unsafe EVP_DigestSign(context, nil, &count, text, text.count) == 1
    else { throw TLSError.taken(cannot: operation, .other) }
    var signature = [UInt8](repeating: 0, count: count)
    guard unsafe EVP_DigestSign(context, &signature, &count, text, text.count) == 1 else {
      throw TLSError.taken(cannot: operation, .other)
    }
    signature.removeLast(signature.count - count)
    return signature
  }
}
