private import COpenSSL

/// What many connections have in common: the role, the identity, and whom to believe.
///
/// It is `Sendable`, because nothing changes it once it is made and OpenSSL lets connections share
/// it between threads.
@safe package final class TLSConfiguration: @unchecked Sendable {
  /// The only application protocol there is here: HTTP/2.
  package static let applicationProtocol = "h2"

  /// Preferred first; some clients of gRPC offer P-256 only, and some servers insist on P-384.
  private static let groups = "X25519:P-256:P-384"
  private static let ciphers =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
  /// 112 bits of strength: no RSA key below 2048 bits, no SHA-1 signature.
  private static let securityLevel: Int32 = 2
  /// Of servers, whose long chains of large RSA certificates have half of it.
  private static let chainLimit = 32_768
  /// Of clients, whose certificates are judged one by one and have some 400 bytes.
  ///
  /// It is looked at before they are read: 100 of them would cost 17 ms.
  private static let clientChainLimit = 4_096

  let context: OpaquePointer
  let method: OpaquePointer
  let isServer: Bool
  /// Whether the name a client asks for has to be the certificate's.
  let checksHostName: Bool
  /// Decides about peers in place of OpenSSL; without one, OpenSSL looks for a trusted authority.
  let decision: CertificateDecision?

  /// Makes the configuration of a server.
  ///
  /// - Parameters:
  ///   - identity: What it shows to its clients.
  ///   - clients: What it asks of them.
  /// - Returns: The configuration, for any number of connections.
  /// - Throws: `TLSError` for an identity that TLS 1.3 cannot use.
  package static func server(
    identity: Identity, clients: ClientCertificates = .none
  ) throws(TLSError) -> TLSConfiguration {
    let (mode, decision): (Int32, CertificateDecision?) =
      switch clients {
      case .none: (SSL_VERIFY_NONE, nil)
      case .requested(let decision): (SSL_VERIFY_PEER, decision)
      case .required(let decision): (SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, decision)
      }
    let configuration = try TLSConfiguration(
      isServer: true, mode: mode, checksHostName: false, decision: decision)
    try configuration.use(identity)
    return configuration
  }

  /// Makes the configuration of a client.
  ///
  /// - Parameters:
  ///   - trust: Which servers it believes.
  ///   - identity: What it shows to servers that ask for a certificate.
  /// - Returns: The configuration, for any number of connections.
  /// - Throws: `TLSError` for roots that cannot be read or an identity that TLS 1.3 cannot use.
  package static func client(
    trusting trust: ServerTrust, identity: Identity? = nil
  ) throws(TLSError) -> TLSConfiguration {
    let decision: CertificateDecision? =
      switch trust {
      case .system, .roots: nil
      case .pinned(let keys): { keys.contains($0.fingerprint) ? .accepted : .refused }
      case .decided(let decision): decision
      case .insecure: { _ in .accepted }
      }
    let configuration = try TLSConfiguration(
      isServer: false, mode: SSL_VERIFY_PEER, checksHostName: decision == nil, decision: decision)
    switch trust {
    case .system: try configuration.useSystemRoots()
    case .roots(let pem): try configuration.useRoots(pem)
    case .pinned, .decided, .insecure: break
    }
    if let identity { try configuration.use(identity) }
    return configuration
  }

  private init(
    isServer: Bool, mode: Int32, checksHostName: Bool, decision: CertificateDecision?
  ) throws(TLSError) {
    TLSError.forget()
    guard let method = unsafe TLSConnection.makeTransport() else {
      throw TLSError.taken(cannot: TLSConfiguration.making, .other)
    }
    guard let context = unsafe SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method())
    else {
      let error = TLSError.taken(cannot: TLSConfiguration.making, .other)
      unsafe BIO_meth_free(method)
      throw error
    }
    unsafe self.context = context
    unsafe self.method = method
    self.isServer = isServer
    self.checksHostName = checksHostName
    self.decision = decision
    try setProtocol()
    setVerification(mode)
  }

  deinit {
    unsafe SSL_CTX_free(context)
    unsafe BIO_meth_free(method)
  }
}

extension TLSConfiguration {
  private static let making = "make a TLS configuration"
  /// The system's list has about 150 authorities in 220 kB.
  private static let largestRoots = 4 << 20
  private static let mostRoots = 1_000

  private func setProtocol() throws(TLSError) {
    // Resumption would save one signature a connection, and costs keys that live for days.
    let isSet =
      unsafe COpenSSL_setVersion(context, TLS1_3_VERSION) == 1
      && COpenSSL_setGroups(context, TLSConfiguration.groups) == 1
      && SSL_CTX_set_ciphersuites(context, TLSConfiguration.ciphers) == 1
      && SSL_CTX_set_num_tickets(context, 0) == 1
      && SSL_CTX_set_max_early_data(context, 0) == 1
    guard isSet else { throw TLSError.taken(cannot: TLSConfiguration.making, .other) }
    unsafe SSL_CTX_set_security_level(context, TLSConfiguration.securityLevel)
    unsafe COpenSSL_setOptions(context)
    unsafe COpenSSL_setCertificateLimit(
      context, isServer ? TLSConfiguration.clientChainLimit : TLSConfiguration.chainLimit)
    unsafe TLSConnection.countMessages(of: context)
    guard !isServer else {
      unsafe TLSConnection.chooseProtocols(of: context)
      return
    }
    let name = TLSConfiguration.applicationProtocol
    let offer = [UInt8(name.utf8.count)] + Array(name.utf8)
    // Unlike its neighbours it returns 0 when it worked.
    guard unsafe SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) == 0 else {
      throw TLSError.taken(cannot: TLSConfiguration.making, .other)
    }
  }

  private func setVerification(_ mode: Int32) {
    unsafe SSL_CTX_set_verify(context, mode, nil)
    guard decision != nil else { return }
    // Unretained is sound: a connection keeps its configuration, and only connections verify.
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_cert_verify_callback(
      context,
      { store, user in
        guard let store = unsafe store, let user = unsafe user else { return 0 }
        let configuration = unsafe Unmanaged<TLSConfiguration>.fromOpaque(user)
          .takeUnretainedValue()
        return unsafe configuration.judge(store) ? 1 : 0
      }, user)
  }

  /// Asks the decision about the peer of the handshake that `store` belongs to.
  private func judge(_ store: OpaquePointer) -> Bool {
    guard let decision, let certificate = unsafe X509_STORE_CTX_get0_cert(store),
      let peer = unsafe PeerCertificate(certificate)
    else {
      unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
      return false
    }
    // The error chooses the alert that the peer gets.
    switch decision(peer) {
    case .accepted: unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
    case .refused: unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
    case .revoked: unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REVOKED)
    }
    return unsafe X509_STORE_CTX_get_error(store) == X509_V_OK
  }

  private func use(_ identity: Identity) throws(TLSError) {
    let operation = "use the identity"
    TLSError.forget()
    guard let leaf = identity.certificates.first,
      unsafe SSL_CTX_use_certificate(context, leaf.handle) == 1,
      unsafe SSL_CTX_use_PrivateKey(context, identity.key.handle) == 1
    else { throw TLSError.taken(cannot: operation, .invalidPEM) }
    for certificate in identity.certificates.dropFirst() {
      guard unsafe COpenSSL_addToChain(context, certificate.handle) == 1 else {
        throw TLSError.taken(cannot: operation, .invalidPEM)
      }
    }
  }

  private func useSystemRoots() throws(TLSError) {
    guard unsafe SSL_CTX_set_default_verify_paths(context) == 1 else {
      throw TLSError.taken(cannot: "read the system's authorities", .other)
    }
  }

  private func useRoots(_ pem: [UInt8]) throws(TLSError) {
    let operation = "read the authorities"
    let roots = try Certificate.all(
      in: pem, atMost: TLSConfiguration.mostRoots, bytes: TLSConfiguration.largestRoots,
      cannot: operation)
    let store = unsafe SSL_CTX_get_cert_store(context)
    for root in roots {
      guard unsafe X509_STORE_add_cert(store, root.handle) == 1 else {
        throw TLSError.taken(cannot: operation, .other)
      }
    }
    // A server's own certificate may be given, too, and is then trusted without its authority.
    let parameters = unsafe X509_STORE_get0_param(store)
    guard unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1
    else { throw TLSError.taken(cannot: operation, .other) }
  }
}
