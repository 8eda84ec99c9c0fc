private import COpenSSL

/// What OpenSSL has to know before it makes a connection, and the only owner of its handle.
@safe final class TLSContext {
  let handle: OpaquePointer
  /// What a server takes, each with its length before it.
  private let protocols: [UInt8]
  private let trust: TLSOptions.Trust

  init(_ options: TLSOptions, isServer: Bool) throws(WireError) {
    ERR_clear_error()
    guard let handle = unsafe SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method())
    else { throw .refused("there is no memory for it") }
    unsafe self.handle = handle
    trust = options.trust
    protocols = options.alpn.flatMap { name in
      let bytes = name.utf8.prefix(255)
      return [UInt8(bytes.count)] + bytes
    }
    // The tool may be weak on purpose: the node has to refuse.
    unsafe SSL_CTX_set_security_level(handle, 0)
    guard
      unsafe COpenSSL_setVersions(
        handle, TLSContext.number(options.lowestVersion), TLSContext.number(options.highestVersion))
        == 1
    else { throw .refused("there are no such versions") }
    try choose(options)
    try show(options.identity)
    unsafe COpenSSL_setOptions(handle)
    try resume(options, isServer: isServer)
    verify(asks: !isServer || options.asksForCertificate)
    guard !protocols.isEmpty else { return }
    if isServer {
      chooseProtocol()
    } else if unsafe SSL_CTX_set_alpn_protos(handle, protocols, UInt32(protocols.count)) != 0 {
      throw .refused("the protocols cannot be offered")
    }
  }

  deinit { unsafe SSL_CTX_free(handle) }

  private static func number(_ version: TLSOptions.Version) -> Int32 {
    switch version {
    case .tls12: TLS1_2_VERSION
    case .tls13: TLS1_3_VERSION
    }
  }

  private func choose(_ options: TLSOptions) throws(WireError) {
    if let suites = options.cipherSuites,
      unsafe SSL_CTX_set_ciphersuites(handle, suites) != 1
    {
      throw .refused("there are no such cipher suites: \(suites)")
    }
    if let ciphers = options.ciphers, unsafe SSL_CTX_set_cipher_list(handle, ciphers) != 1 {
      throw .refused("there are no such ciphers: \(ciphers)")
    }
    if let groups = options.groups, unsafe COpenSSL_setGroups(handle, groups) != 1 {
      throw .refused("there are no such groups: \(groups)")
    }
  }

  /// Nobody resumes anything, but servers that are told to.
  private func resume(_ options: TLSOptions, isServer: Bool) throws(WireError) {
    guard isServer else { return }
    guard let key = options.ticketKey else {
      _ = unsafe SSL_CTX_set_num_tickets(handle, 0)
      return
    }
    let name: [UInt8] = Array("dyad".utf8)
    unsafe SSL_CTX_clear_options(handle, COpenSSL_noTicket)
    unsafe SSL_CTX_set_options(handle, COpenSSL_noAntiReplay)
    guard unsafe SSL_CTX_set_max_early_data(handle, 16_384) == 1,
      unsafe COpenSSL_setTicketKey(handle, key, key.count) == 1,
      unsafe SSL_CTX_set_session_id_context(handle, name, UInt32(name.count)) == 1
    else { throw .refused("there are no tickets with such a key") }
  }

  private func show(_ identity: Identity?) throws(WireError) {
    guard let identity else { return }
    do throws(IdentityError) {
      let certificate = try identity.certificate()
      let key = try identity.key()
      guard unsafe SSL_CTX_use_certificate(handle, certificate.handle) == 1,
        unsafe SSL_CTX_use_PrivateKey(handle, key.handle) == 1
      else { throw IdentityError(cannot: "use the identity", "OpenSSL does not take it") }
    } catch {
      throw .refused(error.description)
    }
  }

  /// Looks at the key of the other side, and at nothing else of its certificate.
  private func verify(asks: Bool) {
    var mode = asks ? SSL_VERIFY_PEER : SSL_VERIFY_NONE
    if asks, trust != .anything { mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT }
    unsafe SSL_CTX_set_verify(handle, mode, nil)
    // Unretained is sound: a session keeps its context, and only sessions verify.
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_cert_verify_callback(
      handle,
      { store, user in
        guard let store = unsafe store, let user = unsafe user else { return 0 }
        let context = unsafe Unmanaged<TLSContext>.fromOpaque(user).takeUnretainedValue()
        guard unsafe context.trusts(X509_STORE_CTX_get0_cert(store)) else {
          // The error chooses the alert that the other side gets.
          unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
          return 0
        }
        unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
        return 1
      }, user)
  }

  private func trusts(_ certificate: OpaquePointer?) -> Bool {
    guard case .fingerprint(let wanted) = trust else { return true }
    guard let key = unsafe X509_get_X509_PUBKEY(certificate) else { return false }
    let bytes = unsafe OwnedBytes.take { bytes in unsafe i2d_X509_PUBKEY(key, &bytes) }
    return Identity.sha256(bytes) == wanted
  }

  private func chooseProtocol() {
    // Unretained is sound: a session keeps its context, and only sessions choose.
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_alpn_select_cb(
      handle,
      { _, chosen, chosenCount, offer, count, user in
        guard let user = unsafe user, let offer = unsafe offer else {
          return SSL_TLSEXT_ERR_ALERT_FATAL
        }
        let context = unsafe Unmanaged<TLSContext>.fromOpaque(user).takeUnretainedValue()
        let list = unsafe Array(UnsafeBufferPointer(start: offer, count: Int(count)))
        guard let range = context.choice(among: list) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        unsafe chosen?.pointee = unsafe offer + range.lowerBound
        unsafe chosenCount?.pointee = UInt8(clamping: range.count)
        return SSL_TLSEXT_ERR_OK
      }, user)
  }

  /// Where in the client's list the first protocol stands that is taken.
  private func choice(among offer: [UInt8]) -> Range<Int>? {
    let taken = Set(TLSContext.names(in: protocols).map { Array(protocols[$0]) })
    return TLSContext.names(in: offer).first { taken.contains(Array(offer[$0])) }
  }

  /// The list may be a stranger's: a length may point behind its end.
  private static func names(in list: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < list.count {
      let end = start + 1 + Int(list[start])
      guard end <= list.count else { break }
      ranges.append(start + 1..<end)
      start = end
    }
    return ranges
  }
}
