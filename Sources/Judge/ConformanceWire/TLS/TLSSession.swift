private import COpenSSL

/// One TLS connection without a socket: fed with what came, drained of what is to be sent.
@safe package final class TLSSession {
  /// What came of asking OpenSSL for something.
  package enum Step<Value> {
    case done(Value)
    /// It needs more bytes from the other side.
    case needsMore
    /// The other side has said that nothing more follows.
    case ended
    case failed(WireError)
  }

  private let context: TLSContext
  let handle: OpaquePointer
  /// Both belong to the connection.
  private let input: OpaquePointer
  private let output: OpaquePointer
  private var isEstablished = false
  /// What a client says before the handshake.
  private var earlyData: [UInt8]
  /// Whether a server reads what its client says so.
  private var takesEarlyData: Bool
  private static let pieceSize = 16_384

  package init(_ options: TLSOptions, isServer: Bool) throws(WireError) {
    context = try TLSContext(options, isServer: isServer)
    earlyData = isServer ? [] : options.earlyData ?? []
    takesEarlyData = isServer && options.ticketKey != nil
    guard let handle = unsafe SSL_new(context.handle) else {
      throw .refused("there is no memory for it")
    }
    guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(handle)
      throw .refused("there is no memory for it")
    }
    unsafe SSL_set_bio(handle, input, output)
    unsafe self.handle = handle
    unsafe self.input = input
    unsafe self.output = output
    if isServer {
      unsafe SSL_set_accept_state(handle)
    } else {
      unsafe SSL_set_connect_state(handle)
    }
    if let name = options.serverName, !isServer,
      unsafe COpenSSL_setServerName(handle, name) != 1
    {
      throw .refused("\(name) is no name of a server")
    }
    if let session = options.session, !isServer, !offer(session) {
      throw .refused("the session cannot be offered")
    }
  }

  deinit { unsafe SSL_free(handle) }

  /// Takes in what came.
  package func feed(_ bytes: [UInt8]) throws(WireError) {
    guard !bytes.isEmpty else { return }
    let count = Int32(clamping: bytes.count)
    guard unsafe BIO_write(input, bytes, count) == bytes.count else {
      throw .refused("there is no memory for it")
    }
  }

  /// Takes out what is to be sent.
  package func drain() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(output)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = unsafe BIO_read(output, &bytes, Int32(clamping: count))
    return Array(bytes.prefix(max(0, Int(taken))))
  }

  /// Shakes hands as far as the bytes go.
  func shakeHands() -> Step<Void> {
    ERR_clear_error()
    if let failure = handleEarlyData() { return failure }
    let status = unsafe SSL_do_handshake(handle)
    guard status == 1 else { return step(status) }
    isEstablished = true
    return .done(())
  }

  /// Says, or reads past, what comes before the handshake; `nil` once the handshake can go on.
  private func handleEarlyData() -> Step<Void>? {
    var count = 0
    if !earlyData.isEmpty {
      let status = unsafe SSL_write_early_data(handle, earlyData, earlyData.count, &count)
      guard status == 1 else { return step(status) }
      earlyData = []
    }
    while takesEarlyData {
      var bytes = [UInt8](repeating: 0, count: TLSSession.pieceSize)
      switch unsafe SSL_read_early_data(handle, &bytes, bytes.count, &count) {
      case SSL_READ_EARLY_DATA_SUCCESS: continue
      case SSL_READ_EARLY_DATA_FINISH: takesEarlyData = false
      default: return step(0)
      }
    }
    return nil
  }

  /// Encrypts all of the bytes.
  package func write(_ bytes: [UInt8]) -> Step<Void> {
    guard !bytes.isEmpty else { return .done(()) }
    ERR_clear_error()
    var written = 0
    let status = unsafe SSL_write_ex(handle, bytes, bytes.count, &written)
    // The output takes all there is, so nothing is ever left over.
    return status == 1 && written == bytes.count ? .done(()) : step(status)
  }

  /// Decrypts what is there.
  package func read() -> Step<[UInt8]> {
    ERR_clear_error()
    var bytes = [UInt8](repeating: 0, count: TLSSession.pieceSize)
    var count = 0
    let status = unsafe SSL_read_ex(handle, &bytes, bytes.count, &count)
    return status == 1 ? .done(Array(bytes.prefix(count))) : step(status)
  }

  /// Says that nothing more follows.
  package func end() {
    ERR_clear_error()
    // It fails where there is no connection yet, and then there is nothing to end.
    _ = unsafe SSL_shutdown(handle)
    ERR_clear_error()
  }

  private func step<Value>(_ status: Int32) -> Step<Value> {
    switch unsafe SSL_get_error(handle, status) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: .needsMore
    case SSL_ERROR_ZERO_RETURN: .ended
    default: .failed(reason())
    }
  }

  /// Why it failed, by this thread's queue of errors, which is empty afterwards.
  private func reason() -> WireError {
    var words = "OpenSSL gives no reason"
    var isFirst = true
    while true {
      let number = ERR_get_error()
      guard number != 0 else { break }
      let reason = ERR_GET_REASON(number)
      if ERR_GET_LIB(number) == ERR_LIB_SSL, reason >= SSL_AD_REASON_OFFSET {
        ERR_clear_error()
        return .refused("the other side says: \(TLSAlert.name(reason - SSL_AD_REASON_OFFSET))")
      }
      if isFirst, let text = unsafe ERR_reason_error_string(number) {
        words = unsafe String(cString: text)
      }
      isFirst = false
    }
    return isEstablished ? .malformed("TLS: \(words)") : .refused(words)
  }
}

extension TLSSession {
  /// The other side's key as a `SubjectPublicKeyInfo` in DER.
  package var peerPublicKey: [UInt8]? {
    guard let certificate = unsafe SSL_get0_peer_certificate(handle),
      let key = unsafe X509_get_X509_PUBKEY(certificate)
    else { return nil }
    let bytes = unsafe OwnedBytes.take { bytes in unsafe i2d_X509_PUBKEY(key, &bytes) }
    return bytes.isEmpty ? nil : bytes
  }

  /// The protocol that was agreed upon.
  package var alpn: String? {
    var bytes: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(handle, &bytes, &count)
    guard count > 0 else { return nil }
    let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
    return unsafe String(decoding: text, as: UTF8.self)
  }

  /// "TLSv1.3".
  package var version: String {
    unsafe SSL_get_version(handle).map { unsafe String(cString: $0) } ?? ""
  }

  /// "TLS_AES_128_GCM_SHA256".
  package var cipher: String {
    guard let cipher = unsafe SSL_get_current_cipher(handle),
      let name = unsafe SSL_CIPHER_get_name(cipher)
    else { return "" }
    return unsafe String(cString: name)
  }

  /// A secret that only the two ends have; `nil` where there is none.
  package func exported(label: String, context: [UInt8], count: Int) -> [UInt8]? {
    guard isEstablished, (1...4_096).contains(count) else { return nil }
    ERR_clear_error()
    var secret = [UInt8](repeating: 0, count: count)
    let status = unsafe SSL_export_keying_material(
      handle, &secret, count, label, label.utf8.count, context, context.count, 1)
    return status == 1 ? secret : nil
  }
}
