private import COpenSSL

/// One TLS 1.3 connection without a socket: it is fed with the bytes that came, and says which to
/// send.
///
/// It keeps no bytes between calls but an incomplete record: all buffers are the caller's, who can
/// use the same ones for many connections. Bytes to send are appended to `outgoing` also when the
/// call throws, because they may be the alert that tells the peer why.
///
/// A server waits to be fed; a client begins with ``start(outgoing:)``. A fault of the connection is
/// final: every later call repeats it. It is not `Sendable`: one owner feeds it, in order.
@safe package final class TLSConnection {
  /// No handshake needs more: both sides' certificates and all extensions have a fraction of it.
  package static let handshakeLimit = 65_536
  /// How many tickets and new keys the peer may send, besides one for every 64 KiB of data: each
  /// costs this side much more work than the peer.
  static let lateMessageLimit = 32
  /// The most bytes a record adds to its plaintext, which is at most ``recordPlaintext`` bytes.
  package static let recordOverhead = 22
  /// The most plaintext there is in one record (RFC 8446 §5.1).
  package static let recordPlaintext = 16_384

  private let configuration: TLSConfiguration
  let session: OpaquePointer
  let stream: OpaquePointer

  /// The bytes of the call under way that OpenSSL has not read yet.
  var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// What the call under way has to send.
  var output: [UInt8] = []
  /// How many more bytes the handshake may have.
  var handshakeBudget = TLSConnection.handshakeLimit
  /// The handshake messages after the handshake.
  var lateMessages = 0
  /// The bytes of application data that were received.
  private(set) var decryptedCount = 0
  /// What a callback found wrong; thrown once OpenSSL is back.
  var parkedError: TLSError?
  private var failure: TLSError?

  /// Whether the handshake is over and application data may be sent.
  ///
  /// On a client, the server may still refuse the client's certificate afterwards; the refusal
  /// arrives in place of the first data.
  package private(set) var isEstablished = false
  /// Whether this side has said that it will send no more.
  package private(set) var isClosed = false
  /// Whether the peer has said that it will send no more, so that nothing is cut off.
  package private(set) var isPeerClosed = false
  /// The certificate that the peer has proved to be its own.
  package private(set) var peerCertificate: PeerCertificate?

  /// Makes one end of a connection.
  ///
  /// - Parameters:
  ///   - configuration: Says which end it is.
  ///   - serverName: Of a client, the name or address of the server it means to reach.
  /// - Throws: `misuse` for a name that cannot be one, or for none where it has to be checked.
  package init(_ configuration: TLSConfiguration, serverName: String? = nil) throws(TLSError) {
    TLSError.forget()
    let operation = "make a TLS connection"
    guard let session = unsafe SSL_new(configuration.context) else {
      throw TLSError.taken(cannot: operation, .other)
    }
    guard let stream = unsafe BIO_new(configuration.method) else {
      let error = TLSError.taken(cannot: operation, .other)
      unsafe SSL_free(session)
      throw error
    }
    self.configuration = configuration
    unsafe self.session = session
    unsafe self.stream = stream
    // One reference serves both directions.
    unsafe SSL_set_bio(session, stream, stream)
    // Unretained is sound: `deinit` frees the stream, so no callback can outlive `self`.
    unsafe BIO_set_data(stream, Unmanaged.passUnretained(self).toOpaque())
    unsafe BIO_set_init(stream, 1)
    if configuration.isServer {
      unsafe SSL_set_accept_state(session)
    } else {
      unsafe SSL_set_connect_state(session)
      try setServerName(serverName, cannot: operation)
    }
  }

  deinit {
    unsafe SSL_free(session)
  }
}

extension TLSConnection {
  /// Of a client, says how the handshake begins.
  ///
  /// - Parameter outgoing: Gets the bytes to send.
  /// - Throws: `TLSError` if there is no handshake to begin.
  package func start(outgoing: inout [UInt8]) throws(TLSError) {
    try check()
    guard !configuration.isServer else {
      throw TLSError(.misuse, cannot: "start", "a server waits for its client")
    }
    swap(&output, &outgoing)
    defer { swap(&output, &outgoing) }
    try shakeHands()
  }

  /// Takes in bytes from the peer, all of them.
  ///
  /// - Parameters:
  ///   - ciphertext: Any part of what the peer has sent, in order.
  ///   - plaintext: Gets what the peer says; never more than ``recordPlaintext`` bytes beyond the
  ///     size of `ciphertext`.
  ///   - outgoing: Gets the bytes to send in answer.
  /// - Throws: `TLSError`; what was decrypted before the fault is in `plaintext`.
  package func receive(
    _ ciphertext: Span<UInt8>, into plaintext: inout [UInt8], outgoing: inout [UInt8]
  ) throws(TLSError) {
    try check()
    guard !isPeerClosed else { return }
    swap(&output, &outgoing)
    defer { swap(&output, &outgoing) }
    try unsafe ciphertext.withUnsafeBytes { bytes throws(TLSError) in
      unsafe input = bytes
      // The bytes are lent for this call only.
      defer { unsafe input = UnsafeRawBufferPointer(start: nil, count: 0) }
      if !isEstablished { try shakeHands() }
      if isEstablished { try decrypt(bytes.count, into: &plaintext) }
    }
  }

  /// Takes in that the transport has ended.
  ///
  /// - Throws: `truncated` unless the peer had said before that it would send no more.
  package func receiveEnd() throws(TLSError) {
    try check()
    guard !isPeerClosed else { return }
    throw fail(
      TLSError(
        .truncated, cannot: isEstablished ? "read to the end" : "shake hands",
        "the peer's bytes stop in the middle"))
  }

  /// Encrypts all of `plaintext`.
  ///
  /// - Parameters:
  ///   - plaintext: What to say to the peer; large pieces are cheaper than small ones.
  ///   - outgoing: Gets the bytes to send: ``recordOverhead`` more for every ``recordPlaintext``.
  /// - Throws: `misuse` before the connection is established, `closed` after it was closed.
  package func send(_ plaintext: Span<UInt8>, outgoing: inout [UInt8]) throws(TLSError) {
    try check()
    guard isEstablished else {
      throw TLSError(.misuse, cannot: "encrypt", "the handshake is not over")
    }
    guard !isClosed else {
      throw TLSError(.closed, cannot: "encrypt", "the connection was closed on this side")
    }
    guard !plaintext.isEmpty else { return }
    swap(&output, &outgoing)
    defer { swap(&output, &outgoing) }
    let records = plaintext.count / TLSConnection.recordPlaintext + 1
    output.reserve(plaintext.count + records * TLSConnection.recordOverhead)
    TLSError.forget()
    var written = 0
    let status = unsafe plaintext.withUnsafeBytes { bytes in
      unsafe SSL_write_ex(session, bytes.baseAddress, bytes.count, &written)
    }
    // The stream takes all there is, so nothing is ever left over.
    guard status == 1, written == plaintext.count else {
      throw failed(status, cannot: "encrypt", .other)
    }
  }

  /// Says to the peer that nothing more follows; what it sends can still be received.
  ///
  /// - Parameter outgoing: Gets the bytes to send.
  /// - Throws: `TLSError`.
  package func close(outgoing: inout [UInt8]) throws(TLSError) {
    try check()
    guard !isClosed else { return }
    isClosed = true
    // Before the handshake is over there is nothing that could be cut off.
    guard isEstablished else { return }
    swap(&output, &outgoing)
    defer { swap(&output, &outgoing) }
    TLSError.forget()
    let status = unsafe SSL_shutdown(session)
    guard status >= 0 else { throw failed(status, cannot: "close", .other) }
  }
}

extension TLSConnection {
  private func setServerName(_ name: String?, cannot operation: String) throws(TLSError) {
    guard let name else {
      guard configuration.checksHostName else { return }
      throw TLSError(.misuse, cannot: operation, "the server's name, to be checked, is missing")
    }
    guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw TLSError(.misuse, cannot: operation, "the server's name is no name") }
    let parameters = unsafe SSL_get0_param(session)
    // An address is looked for among the certificate's addresses, and never sent (RFC 6066 §3).
    if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, name) == 1 { return }
    TLSError.forget()
    unsafe SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    guard unsafe SSL_set1_host(session, name) == 1,
      unsafe COpenSSL_setServerName(session, name) == 1
    else { throw TLSError.taken(cannot: operation, .misuse) }
  }

  private func shakeHands() throws(TLSError) {
    TLSError.forget()
    let status = unsafe SSL_do_handshake(session)
    guard status == 1 else {
      guard unsafe SSL_get_error(session, status) != SSL_ERROR_WANT_READ else { return }
      throw failed(status, cannot: "shake hands", .handshakeFailed)
    }
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(session, &name, &count)
    let chosen = unsafe UnsafeBufferPointer(start: name, count: Int(count))
    guard unsafe chosen.elementsEqual(TLSConfiguration.applicationProtocol.utf8) else {
      throw fail(
        TLSError(.noApplicationProtocol, cannot: "shake hands", "the server does not speak h2"))
    }
    isEstablished = true
    peerCertificate = unsafe SSL_get0_peer_certificate(session).flatMap {
      unsafe PeerCertificate($0)
    }
  }

  /// Decrypts everything there is of `count` new bytes and of the incomplete record before them.
  private func decrypt(_ count: Int, into plaintext: inout [UInt8]) throws(TLSError) {
    TLSError.forget()
    var status: Int32 = 1
    while status == 1 {
      plaintext.append(addingCapacity: count + TLSConnection.recordPlaintext) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
          while status == 1, filled < buffer.count {
            var size = 0
            let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
            status = unsafe SSL_read_ex(session, free.baseAddress, free.count, &size)
            filled += size
            decryptedCount &+= size
          }
        }
      }
    }
    switch unsafe SSL_get_error(session, status) {
    case SSL_ERROR_WANT_READ: break
    case SSL_ERROR_ZERO_RETURN: isPeerClosed = true
    default: throw failed(status, cannot: "decrypt", .badRecord)
    }
  }

  private func check() throws(TLSError) {
    if let failure { throw failure }
  }

  /// Takes the reason from OpenSSL or a callback, and keeps it for later calls.
  private func failed(
    _ status: Int32, cannot operation: String, _ fallback: TLSError.Code
  ) -> TLSError {
    var error = TLSError.taken(cannot: operation, fallback)
    if let parkedError { error = parkedError }
    if error.code == .certificateRefused, !error.isFromPeer {
      let result = unsafe SSL_get_verify_result(session)
      if result == X509_V_ERR_CERT_REVOKED { error.code = .certificateRevoked }
      error.detail =
        unsafe X509_verify_cert_error_string(result).map { unsafe String(cString: $0) }
        ?? error.detail
    }
    return fail(error)
  }

  private func fail(_ error: TLSError) -> TLSError {
    failure = error
    return error
  }
}

extension [UInt8] {
  /// Makes room for `count` more bytes, so that many calls in a row copy each byte once or twice.
  fileprivate mutating func reserve(_ count: Int) {
    guard self.count + count > capacity else { return }
    reserveCapacity(Swift.max(self.count + count, 2 * capacity))
  }
}
