private import COpenSSL

/// Sessions that a client offers again, of servers that resume them, as nodes never do.
package enum TLSTicket {
  /// What tickets are encrypted with here: any key will do, but each server of the tool's has the same.
  package static let key = [UInt8](repeating: 0x5a, count: 80)

  /// A session of a server that has the key above, as OpenSSL writes it.
  ///
  /// - Throws: `refused` where none comes to be.
  package static func make() throws(WireError) -> [UInt8] {
    let identity: Identity
    do throws(IdentityError) {
      identity = try Identity()
    } catch {
      throw .refused("\(error)")
    }
    var options = TLSOptions(identity)
    options.ticketKey = key
    let server = try TLSSession(options, isServer: true)
    let client = try TLSSession(TLSOptions(identity), isServer: false)
    // A handshake of TLS 1.3 and its tickets take three flights.
    for _ in 0..<4 {
      _ = client.shakeHands()
      try server.feed(client.drain())
      _ = server.shakeHands()
      try client.feed(server.drain())
    }
    _ = client.read()
    guard let session = client.resumable else { throw .refused("there is no session to resume") }
    return session
  }
}

extension TLSSession {
  /// Offers a session that there was, or, as a server, resumes those of a key.
  ///
  /// - Returns: Whether OpenSSL takes it.
  package func offer(_ session: [UInt8]) -> Bool {
    let made = unsafe session.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_SSL_SESSION(nil, &position, bytes.count)
    }
    guard let made = unsafe made else { return false }
    defer { unsafe SSL_SESSION_free(made) }
    return unsafe SSL_set_session(handle, made) == 1
  }

  /// What the other side lets this one resume.
  var resumable: [UInt8]? {
    guard let session = unsafe SSL_get_session(handle),
      unsafe SSL_SESSION_is_resumable(session) == 1
    else { return nil }
    let bytes = unsafe OwnedBytes.take { bytes in unsafe i2d_SSL_SESSION(session, &bytes) }
    return bytes.isEmpty ? nil : bytes
  }

  /// Whether the handshake went on with a session that there was.
  package var isResumed: Bool { unsafe SSL_session_reused(handle) == 1 }

  /// Whether the other side took what was said before the handshake.
  package var isEarlyDataTaken: Bool {
    unsafe SSL_get_early_data_status(handle) == SSL_EARLY_DATA_ACCEPTED
  }

  /// Takes new keys for what is sent, and tells the other side.
  ///
  /// - Parameter asks: Whether the other side is to do so too.
  /// - Returns: Whether OpenSSL does it.
  package func updateKeys(asks: Bool) -> Bool {
    ERR_clear_error()
    let kind = asks ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED
    return unsafe SSL_key_update(handle, kind) == 1 && SSL_do_handshake(handle) == 1
  }
}

extension TLSLink {
  /// Whether the node resumed a session that was offered.
  package var isResumed: Bool { session.isResumed }

  /// Whether the node took what was said before the handshake.
  package var isEarlyDataTaken: Bool { session.isEarlyDataTaken }

  /// Whether the node has given something by which this session could be resumed.
  package var isResumable: Bool { session.resumable != nil }

  /// Takes new keys for what is sent, and tells the node.
  ///
  /// - Parameters:
  ///   - asks: Whether the node is to do so too.
  ///   - deadline: Until when.
  /// - Throws: `closed`, `silence`, `refused`.
  package func updateKeys(asks: Bool, by deadline: Deadline) throws(WireError) {
    guard session.updateKeys(asks: asks) else { throw .refused("the keys cannot be changed") }
    try carrier.send(session.drain(), by: deadline)
  }
}
