internal import COpenSSL
internal import TLSCore
internal import Testing

/// The other end of a connection, straight on OpenSSL, so that it can do what ours never would.
@safe final class RawPeer {
  let context: OpaquePointer
  let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  /// Makes a peer that accepts every certificate.
  ///
  /// - Parameters:
  ///   - identity: What it shows; a server has one.
  ///   - isServer: Which end it is.
  ///   - protocols: The application protocols a client offers.
  ///   - groups: The groups for the key exchange.
  ///   - version: The only version of TLS.
  /// - Throws: An expectation that is not met.
  init(
    _ identity: Fixture? = nil, isServer: Bool = false, protocols: [String] = ["h2"],
    groups: String = "X25519:P-256:P-384", version: Int32 = TLS1_3_VERSION
  ) throws {
    unsafe context = try unsafe #require(
      unsafe SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()))
    _ = unsafe COpenSSL_setVersion(context, version)
    #expect(unsafe COpenSSL_setGroups(context, groups) == 1)
    if let identity {
      let certificate = try unsafe #require(unsafe RawPeer.text(identity.certificate))
      let key = try unsafe #require(unsafe RawPeer.text(identity.key))
      let leaf = unsafe PEM_read_bio_X509(certificate, nil, nil, nil)
      let secret = unsafe PEM_read_bio_PrivateKey(key, nil, nil, nil)
      unsafe #expect(SSL_CTX_use_certificate(context, leaf) == 1)
      unsafe #expect(SSL_CTX_use_PrivateKey(context, secret) == 1)
      unsafe X509_free(leaf)
      unsafe EVP_PKEY_free(secret)
      _ = unsafe (BIO_free(certificate), BIO_free(key))
    }
    let offer = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    if !offer.isEmpty, !isServer {
      unsafe #expect(SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) == 0)
    }
    unsafe session = try unsafe #require(unsafe SSL_new(context))
    unsafe incoming = try unsafe #require(unsafe BIO_new(BIO_s_mem()))
    unsafe outgoing = try unsafe #require(unsafe BIO_new(BIO_s_mem()))
    unsafe SSL_set_bio(session, incoming, outgoing)
    if isServer {
      unsafe SSL_set_accept_state(session)
    } else {
      unsafe SSL_set_connect_state(session)
    }
  }

  deinit {
    unsafe SSL_free(session)
    unsafe SSL_CTX_free(context)
  }

  private static func text(_ text: String) -> OpaquePointer? {
    let text = Array(text.utf8) + [0x0a]
    let memory = unsafe BIO_new(BIO_s_mem())
    _ = unsafe BIO_write(memory, text, Int32(text.count))
    return unsafe memory
  }

  /// Goes as far in the handshake as it can; whether it is over.
  @discardableResult
  func shakeHands() -> Bool {
    ERR_clear_error()
    return unsafe SSL_do_handshake(session) == 1
  }

  /// What it has to send.
  func take() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe BIO_read(outgoing, &bytes, Int32(bytes.count))
    return Array(bytes.prefix(max(0, Int(count))))
  }

  /// Gives it what came.
  func give(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = unsafe BIO_write(incoming, bytes, Int32(bytes.count))
  }

  /// Shakes hands with `other` until neither has anything to send.
  ///
  /// - Parameters:
  ///   - other: The other end.
  ///   - first: What the other end has to send already.
  /// - Returns: Why `other` gave up, if it did.
  func shakeHands(with other: TLSConnection, _ first: [UInt8] = []) -> TLSError? {
    var reply = first
    var heard: [UInt8] = []
    while true {
      give(reply)
      reply = []
      shakeHands()
      let bytes = take()
      guard !bytes.isEmpty else { return nil }
      do throws(TLSError) {
        try other.receive(bytes.span, into: &heard, outgoing: &reply)
      } catch {
        give(reply)
        shakeHands()
        return error
      }
      if reply.isEmpty { return nil }
    }
  }

  /// The reason of the last error, less what stands before an alert's number; 0 without one.
  var lastAlert: Int32 {
    let reason = ERR_GET_REASON(ERR_peek_last_error())
    return reason >= SSL_AD_REASON_OFFSET ? reason - SSL_AD_REASON_OFFSET : 0
  }
}
