private import COpenSSL

extension TLSConnection {
  /// What stands in for a socket: reads take from the bytes of the call under way, and writes append
  /// to its output.
  ///
  /// - Returns: The method, which the caller frees after its last connection; `nil` if there is no
  ///   memory.
  static func makeTransport() -> OpaquePointer? {
    guard let method = unsafe BIO_meth_new(BIO_TYPE_SOURCE_SINK, "connection") else { return nil }
    let isSet =
      unsafe BIO_meth_set_read_ex(
        method,
        { stream, bytes, count, read in
          unsafe TLSConnection.connection(stream)?.handOut(bytes, count, read) ?? 0
        }) == 1
      && BIO_meth_set_write_ex(
        method,
        { stream, bytes, count, written in
          unsafe TLSConnection.connection(stream)?.takeIn(bytes, count, written) ?? 0
        }) == 1
      // Flushing has nothing to do and succeeds; everything else is not offered.
      && BIO_meth_set_ctrl(method, { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }) == 1
    guard isSet else {
      unsafe BIO_meth_free(method)
      return nil
    }
    return unsafe method
  }

  /// Makes the server of `context` insist on the one application protocol.
  static func chooseProtocols(of context: OpaquePointer) {
    // Without the extension, the choice below is never asked for.
    unsafe SSL_CTX_set_client_hello_cb(
      context,
      { session, alert, _ in
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        let kind = UInt32(TLSEXT_TYPE_application_layer_protocol_negotiation)
        guard unsafe SSL_client_hello_get0_ext(session, kind, &bytes, &count) != 1 else {
          return SSL_CLIENT_HELLO_SUCCESS
        }
        unsafe alert?.pointee = TLS1_AD_NO_APPLICATION_PROTOCOL
        unsafe TLSConnection.connection(ofSession: session)?.parkedError = TLSError(
          .noApplicationProtocol, cannot: "shake hands", "the client offers no protocol at all")
        return SSL_CLIENT_HELLO_ERROR
      }, nil)
    unsafe SSL_CTX_set_alpn_select_cb(
      context,
      { _, chosen, chosenCount, offer, count, _ in
        let wanted = Array(TLSConfiguration.applicationProtocol.utf8)
        let list = unsafe UnsafeBufferPointer(start: offer, count: Int(count))
        var start = 0
        // The list is the client's: a length may point behind its end.
        while start < list.count {
          let length = unsafe Int(list[start])
          let end = start + 1 + length
          guard end <= list.count else { break }
          if unsafe list[(start + 1)..<end].elementsEqual(wanted) {
            unsafe chosen?.pointee = unsafe list.baseAddress.map { unsafe $0 + start + 1 }
            unsafe chosenCount?.pointee = UInt8(length)
            return SSL_TLSEXT_ERR_OK
          }
          start = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
      }, nil)
  }

  /// Makes every connection of `context` count the handshake messages that follow its handshake.
  static func countMessages(of context: OpaquePointer) {
    unsafe SSL_CTX_set_msg_callback(
      context,
      { isSent, _, kind, _, _, session, _ in
        guard isSent == 0, kind == SSL3_RT_HANDSHAKE else { return }
        unsafe TLSConnection.connection(ofSession: session)?.countMessage()
      })
  }

  // Unretained is sound below: `deinit` frees what calls back, so no call can outlive `self`.
  private static func connection(_ stream: OpaquePointer?) -> TLSConnection? {
    unsafe BIO_get_data(stream).map {
      unsafe Unmanaged<TLSConnection>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func connection(ofSession session: OpaquePointer?) -> TLSConnection? {
    unsafe connection(SSL_get_rbio(session))
  }

  private func countMessage() {
    guard isEstablished else { return }
    lateMessages += 1
    guard lateMessages > TLSConnection.lateMessageLimit + decryptedCount / 65_536 else { return }
    parkedError = TLSError(
      .handshakeTooLong, cannot: "decrypt", "the peer changes its keys again and again")
  }

  /// Copies up to `count` bytes of the input to OpenSSL; 0 if there are none now.
  private func handOut(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ read: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    unsafe BIO_clear_flags(stream, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
    guard parkedError == nil else { return 0 }
    let size = unsafe min(count, input.count)
    guard size > 0, let bytes = unsafe bytes, let start = unsafe input.baseAddress else {
      unsafe BIO_set_flags(stream, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
      return 0
    }
    if !isEstablished {
      handshakeBudget -= size
      guard handshakeBudget >= 0 else {
        parkedError = TLSError(
          .handshakeTooLong, cannot: "shake hands",
          "it has more than \(TLSConnection.handshakeLimit) bytes")
        return 0
      }
    }
    unsafe UnsafeMutableRawPointer(bytes).copyMemory(from: start, byteCount: size)
    unsafe input = UnsafeRawBufferPointer(rebasing: input[size...])
    unsafe read?.pointee = size
    return 1
  }

  /// Copies all of the bytes from OpenSSL to the output.
  private func takeIn(
    _ bytes: UnsafePointer<CChar>?, _ count: Int, _ written: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    unsafe output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    unsafe written?.pointee = count
    return 1
  }
}
