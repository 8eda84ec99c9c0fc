package import ConformanceWire

/// A connection between nodes, on which the tool shows a key of its own.
package final class NodeConnection {
  /// What the tool shows; `nil` for no certificate.
  package let identity: Identity?
  package let tls: TLSLink
  package let link: HTTP2Link

  /// Connects, and begins to speak HTTP/2.
  ///
  /// With TLS 1.3 a node refuses the tool's certificate after the handshake: then it is the first call
  /// that throws.
  ///
  /// - Parameters:
  ///   - address: "HOST:PORT".
  ///   - identity: What the tool shows.
  ///   - key: The fingerprint that the node must have; `nil` for any.
  ///   - scene: Of the case.
  /// - Throws: `unreachable`, `refused`, `silence`.
  package init(
    to address: String, as identity: Identity?, believing key: [UInt8]? = nil, _ scene: Scene
  ) throws(WireError) {
    self.identity = identity
    let carrier = try PlainLink(to: address, scene: scene, by: scene.deadline)
    let options = TLSOptions(identity, trust: key.map { .fingerprint($0) } ?? .anything)
    tls = try TLSLink(client: carrier, options, scene: scene, by: scene.deadline)
    link = HTTP2Link(tls, scene)
    try link.start()
  }

  /// Takes a connection of the node, which calls the tool.
  ///
  /// - Parameters:
  ///   - listener: Where it calls.
  ///   - identity: What the tool shows.
  ///   - scene: Of the case.
  /// - Throws: `refused`, `silence`.
  package init(
    acceptedBy listener: Listener, as identity: Identity, _ scene: Scene
  ) throws(WireError) {
    self.identity = identity
    let carrier = try listener.accept(by: scene.deadline)
    tls = try TLSLink(
      server: carrier, TLSOptions(identity), scene: scene, by: scene.deadline)
    link = HTTP2Link(tls, isServer: true, scene)
    try link.start()
  }

  /// What an exchange over this connection is bound to.
  ///
  /// - Throws: `refused` where the node or the tool showed no key.
  package func channel() throws(WireError) -> PairingChannel {
    guard let own = identity?.fingerprint, let other = tls.peerFingerprint else {
      throw .refused("one end of the connection showed no certificate")
    }
    return PairingChannel(
      keyOfA: link.isServer ? other : own, keyOfB: link.isServer ? own : other,
      exported: try tls.exported(
        label: PairingChannel.exporterLabel, context: [], count: PairingChannel.exporterCount))
  }

  /// Starts an exchange with the node, which shows the code.
  ///
  /// - Parameters:
  ///   - device: What the tool says that it is.
  ///   - code: The digits.
  ///   - versions: Those that the tool says it speaks.
  ///   - derivation: How it derives what both have in common.
  /// - Returns: The call, on which nothing was said yet.
  /// - Throws: ``WireError``.
  package func pair(
    _ device: PairingDevice, code: String, versions: [UInt64] = [1],
    by derivation: PairingDerivation = .text
  ) throws(WireError) -> PairingCall {
    PairingCall(
      try Call.start(link, PairingCall.method),
      PairingExchange(
        as: .guest, device, code: code, over: try channel(), versions: versions, by: derivation))
  }

  /// Takes the exchange that the node starts, as the one that shows the code.
  ///
  /// - Parameters:
  ///   - device: What the tool says that it is.
  ///   - code: The digits.
  /// - Returns: The call, on which nothing was said yet.
  /// - Throws: ``WireError``; `malformed` for another call.
  package func acceptPair(_ device: PairingDevice, code: String) throws(WireError) -> PairingCall {
    let call = try Call.accept(link)
    guard call.method == PairingCall.method else {
      throw .malformed("\(call.method) came where \(PairingCall.method) was expected")
    }
    return PairingCall(
      call, PairingExchange(as: .host, device, code: code, over: try channel()))
  }

  /// Makes a call of one message each way.
  ///
  /// - Parameters:
  ///   - method: "dyad.v1.Trust/Confirm".
  ///   - request: What is asked.
  /// - Returns: What is answered.
  /// - Throws: ``CallRefused``, ``WireError``; ``MessageError`` where the answer is no message.
  package func ask(_ method: String, _ request: Value = [:]) throws -> Message {
    guard let layout = Schema.shared.methods[method] else {
      preconditionFailure("the text has no method \(method)")
    }
    let call = try Call.start(link, method)
    try call.send(Message(layout.input, request).encoded())
    try call.finish()
    switch try call.receive() {
    case .end(let end): throw CallRefused(method, end)
    case .message(let bytes):
      let answer = try Message(layout.output, decoding: bytes)
      switch try call.receive() {
      case .message: throw WireError.malformed("a second answer to \(method)")
      case .end(let end):
        guard end.code == 0 else { throw CallRefused(method, end) }
        return answer
      }
    }
  }

  /// Ends the connection.
  package func close() { link.close() }
}

// What paired nodes tell each other about being a pair.
extension NodeConnection {
  /// Finishes a pairing.
  ///
  /// - Returns: The incarnation of the node's store.
  package func confirm(incarnation: UInt64, port: UInt16 = 0) throws -> UInt64 {
    try ask(
      "dyad.v1.Trust/Confirm",
      ["incarnation": .unsigned(incarnation), "port": .unsigned(UInt64(port))])["incarnation"].word
  }

  /// Ends the pair.
  package func unpair() throws {
    _ = try ask("dyad.v1.Trust/Unpair")
  }

  /// Tells of a new key, as the tool's own device would.
  ///
  /// - Parameters:
  ///   - device: The id that was told in the exchange.
  ///   - next: The key that will be shown.
  ///   - old: The pinned key; the one of the connection where none is given.
  ///   - change: What is sent instead.
  /// - Throws: What ``ask(_:_:)`` throws, or that a key cannot sign.
  package func rotate(
    of device: String, to next: Identity, from old: Identity? = nil,
    changing change: (inout Value) -> Void = { _ in }
  ) throws {
    guard let old = old ?? identity else { preconditionFailure("the connection shows no key") }
    let text = KeyRotation.text(device: device, oldKey: old.publicKey, newKey: next.publicKey)
    var request: Value = [
      "old_key": .bytes(old.publicKey), "new_key": .bytes(next.publicKey),
      "signature_by_old": .bytes(try old.sign(text)),
      "signature_by_new": .bytes(try next.sign(text)),
    ]
    change(&request)
    _ = try ask("dyad.v1.Trust/Rotate", request)
  }
}
