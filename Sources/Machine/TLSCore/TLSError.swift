/// Why a connection, an identity or a configuration could not be had.
package struct TLSError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// A record cannot be decrypted, or is none.
    case badRecord
    /// The certificate is not one that is trusted here.
    case certificateRefused
    /// No certificate was shown where one has to be.
    case certificateRequired
    /// The certificate was trusted once, and is no more.
    case certificateRevoked
    /// This side has said that it will send no more.
    case closed
    /// The two found nothing in common, or a handshake message breaks the protocol.
    case handshakeFailed
    /// The handshake has more bytes than any handshake needs.
    case handshakeTooLong
    /// The text holds no key or certificate of a kind that can be used.
    case invalidPEM
    /// The bytes are no public key of the one kind that is taken.
    case invalidPublicKey
    /// The private key belongs to another certificate.
    case keyMismatch
    /// The call makes no sense: a mistake of ours.
    case misuse
    /// The two have no application protocol in common.
    case noApplicationProtocol
    /// The peer does not speak TLS 1.3.
    case protocolVersion
    /// The peer's bytes ended without its saying so; they may have been cut off.
    case truncated
    /// Anything nobody reacts to.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "shake hands".
  package var operation: String
  /// The reason, in OpenSSL's words where it gave one.
  package var detail: String
  /// Whether the peer stated it, in an alert; otherwise this side found it.
  package var isFromPeer: Bool

  /// States a fault that this module found itself.
  package init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
    isFromPeer = false
  }
}

extension TLSError: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(operation): \(detail)" }
}
