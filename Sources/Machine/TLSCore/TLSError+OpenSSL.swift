private import COpenSSL

extension TLSError {
  /// Empties this thread's queue of errors, so that the next one read belongs to the next call.
  static func forget() {
    ERR_clear_error()
  }

  /// Takes the reason from this thread's queue of errors, which is empty afterwards.
  ///
  /// - Parameters:
  ///   - operation: What was being attempted, as a verb phrase.
  ///   - fallback: What it is if OpenSSL gives no reason that this module knows.
  /// - Returns: The error to throw.
  static func taken(cannot operation: String, _ fallback: Code) -> TLSError {
    var error = TLSError(fallback, cannot: operation, "OpenSSL gives no reason")
    var isFirst = true
    while true {
      // The oldest comes first: it is the reason, the later ones say where it passed through.
      let number = ERR_get_error()
      guard number != 0 else { return error }
      let known = ERR_GET_LIB(number) == ERR_LIB_SSL ? reason(ERR_GET_REASON(number)) : nil
      if isFirst || (known != nil && error.code == fallback && !error.isFromPeer) {
        error.detail =
          unsafe ERR_reason_error_string(number).map { unsafe String(cString: $0) }
          ?? "error \(number)"
      }
      isFirst = false
      if let known, error.code == fallback, !error.isFromPeer {
        error.code = known.code ?? fallback
        error.isFromPeer = known.isFromPeer
      }
    }
  }

  /// What a reason of the TLS library means; `nil` for one that says nothing to a caller.
  private static func reason(_ number: Int32) -> (code: Code?, isFromPeer: Bool)? {
    if number >= SSL_AD_REASON_OFFSET {
      return (alert(number - SSL_AD_REASON_OFFSET), isFromPeer: true)
    }
    return switch number {
    case SSL_R_CERTIFICATE_VERIFY_FAILED: (.certificateRefused, false)
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: (.certificateRequired, false)
    case SSL_R_NO_APPLICATION_PROTOCOL: (.noApplicationProtocol, false)
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
      (.protocolVersion, false)
    case SSL_R_EXCESSIVE_MESSAGE_SIZE: (.handshakeTooLong, false)
    case SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, SSL_R_WRONG_VERSION_NUMBER,
      SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_BAD_RECORD_TYPE,
      SSL_R_ENCRYPTED_LENGTH_TOO_LONG, SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_DATA_LENGTH_TOO_LONG,
      SSL_R_BAD_PACKET_LENGTH, SSL_R_LENGTH_TOO_SHORT:
      (.badRecord, false)
    default: nil
    }
  }

  /// What an alert of the peer means (RFC 8446 §6); `nil` for one that says nothing to a caller.
  private static func alert(_ number: Int32) -> Code? {
    switch number {
    case SSL3_AD_BAD_RECORD_MAC, TLS1_AD_RECORD_OVERFLOW: .badRecord
    case SSL3_AD_BAD_CERTIFICATE, SSL3_AD_UNSUPPORTED_CERTIFICATE, SSL3_AD_CERTIFICATE_EXPIRED,
      SSL3_AD_CERTIFICATE_UNKNOWN, TLS1_AD_UNKNOWN_CA, TLS1_AD_ACCESS_DENIED:
      .certificateRefused
    case SSL3_AD_CERTIFICATE_REVOKED: .certificateRevoked
    case TLS13_AD_CERTIFICATE_REQUIRED: .certificateRequired
    case TLS1_AD_PROTOCOL_VERSION: .protocolVersion
    case TLS1_AD_NO_APPLICATION_PROTOCOL: .noApplicationProtocol
    case SSL3_AD_HANDSHAKE_FAILURE, TLS1_AD_INSUFFICIENT_SECURITY: .handshakeFailed
    default: nil
    }
  }
}
