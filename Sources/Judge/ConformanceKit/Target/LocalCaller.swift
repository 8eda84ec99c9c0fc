package import ConformanceWire

/// Calls a node over one of its Unix sockets, as its owner or as an app; messages go by their names.
///
/// It connects when it is needed, and again after the node was started anew.
package final class LocalCaller {
  /// How long a call may take that is not one of those which go on.
  private static let patience = Duration.seconds(20)

  private let path: String
  private let metadata: [HeaderField]
  package let scene: Scene
  private var link: HTTP2Link?

  /// Makes a caller.
  ///
  /// - Parameters:
  ///   - path: The socket's.
  ///   - token: Says which app calls; nothing for the owner.
  ///   - version: What the app says of its version.
  ///   - scene: What the calls are seen and disturbed by.
  package init(_ path: String, token: String? = nil, version: String? = nil, _ scene: Scene) {
    self.path = path
    metadata =
      (token.map { [HeaderField("authorization", "Bearer \($0)")] } ?? [])
      + (version.map { [HeaderField("dyad-app-version", $0)] } ?? [])
    self.scene = scene
  }

  deinit { close() }

  /// Ends the connection, and all calls on it.
  package func close() {
    link?.close()
    link = nil
  }

  /// Makes a call with one request and one response.
  ///
  /// - Parameters:
  ///   - method: "Operator/AddApp".
  ///   - request: By the names of the fields.
  /// - Returns: The response.
  /// - Throws: ``CallFailure`` for a status other than OK; `WireError` and `MessageError`.
  package func call(_ method: String, _ request: Value = [:]) throws -> Message {
    let call = try start(method, request)
    let deadline = Deadline(after: Self.patience)
    guard let response = try call.next(by: deadline) else {
      throw CallFailure(call.method.name, CallEnd(code: 0, message: "without a response"))
    }
    guard try call.next(by: deadline) == nil else {
      throw CallFailure(call.method.name, CallEnd(code: 0, message: "after a second response"))
    }
    return response
  }

  /// Begins a call, and says the first request.
  ///
  /// - Parameters:
  ///   - method: "PairingControl/OpenWindow".
  ///   - request: By the names of the fields; it is the last one where the method takes one.
  /// - Returns: The call.
  /// - Throws: `WireError`.
  package func start(_ method: String, _ request: Value = [:]) throws -> LocalCall {
    guard let method = Schema.shared.methods[Schema.prefix + method] else {
      preconditionFailure("the text has no method \(method)")
    }
    let call = LocalCall(
      try Call.start(try connection(), "/" + method.name, metadata: metadata), method, of: self)
    try call.send(request)
    if !method.clientStreams { try call.finish() }
    return call
  }

  /// Waits until the node has taken in what was said.
  package func ping() throws {
    try connection().ping(by: Deadline(after: Self.patience))
  }

  private func connection() throws -> HTTP2Link {
    if let link, !link.hasEnded, link.goAway == nil { return link }
    close()
    let deadline = Deadline(after: Self.patience)
    let link = HTTP2Link(
      try PlainLink(to: path, scene: scene, by: deadline), isServer: false, scene)
    link.hidesFields = metadata.value("authorization") != nil
    try link.start()
    self.link = link
    return link
  }
}

/// A call over a Unix socket.
package final class LocalCall {
  package let method: Schema.Method
  private let call: Call
  // Its connection is closed with it.
  private let caller: LocalCaller

  package init(_ call: Call, _ method: Schema.Method, of caller: LocalCaller) {
    self.call = call
    self.method = method
    self.caller = caller
  }

  /// Until when something may take that begins now.
  package var deadline: Deadline { caller.scene.deadline }

  package func send(_ request: Value) throws {
    caller.scene.listener?.note(calling: method.name, request)
    try call.send(Message(method.input, request).encoded())
  }

  /// There are no more requests.
  package func finish() throws {
    try call.finish()
  }

  package func cancel() throws {
    try call.cancel()
  }

  /// The next response; `nil` once the call has ended well.
  ///
  /// - Throws: ``CallFailure`` for a status other than OK; `WireError` and `MessageError`.
  package func next(by deadline: Deadline) throws -> Message? {
    switch try call.receive(by: deadline) {
    case .message(let bytes):
      let message = try Message(method.output, decoding: bytes)
      caller.scene.listener?.note(answering: method.name, message.value)
      return message
    case .end(let end):
      guard end.code == 0 else { throw CallFailure(method.name, end) }
      return nil
    }
  }
}
