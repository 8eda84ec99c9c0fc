private import Synchronization

/// The server's side of one call: what a handler reads from and writes to, and what a transport feeds.
///
/// The rules are `ServerCallState`; this adds the lock, and the waiting.
package final class ServerCall: Sendable {
  fileprivate struct Guarded {
    var state: ServerCallState
    var reader: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?
    /// Since when one of them waits.
    var waitingSince: ContinuousClock.Instant?
    var isAttentionRequested = false
    var traffic = CallTraffic()
    var compressor: (any MessageCompressor)?
    var lastWasCompressed = false
  }

  package let request: CallRequest
  package let peer: CallPeer
  /// The way out of the connection that carries the call, where it has one to shut.
  package let gate: (any SendingGate)?
  private let limits: CallLimits
  private let token: CallToken
  private let transport: any CallTransport
  private let guarded: Mutex<Guarded>

  package init(
    _ request: CallRequest, from peer: CallPeer, limits: CallLimits, token: CallToken,
    over transport: any CallTransport, behind gate: (any SendingGate)? = nil
  ) {
    self.request = request
    self.peer = peer
    self.gate = gate
    self.limits = limits
    self.token = token
    self.transport = transport
    guarded = Mutex(
      Guarded(
        state: ServerCallState(mark: limits.outboundMark, creditStep: limits.creditStep)))
  }

  package var method: MethodPath { request.method }
  package var metadata: Metadata { request.metadata }
  package var deadline: ContinuousClock.Instant? { request.deadline }

  /// What went through the call so far.
  package var traffic: CallTraffic { guarded.withLock { $0.traffic } }

  /// Whether the message that was read last came compressed.
  package var lastWasCompressed: Bool { guarded.withLock { $0.lastWasCompressed } }

  /// Why the call was broken off, if it was.
  package var abortReason: RPCError? { guarded.withLock { $0.state.abortReason } }
}

// The handler's side.
extension ServerCall {
  /// The next message, or `nil` when the peer has sent all.
  ///
  /// A call has one reader at a time; cancelling its task ends the wait, not the call.
  package func receive() async throws(RPCError) -> [UInt8]? {
    while true {
      switch guarded.withLock({ $0.takeMessage() }) {
      case .message(let message, let wakesTransport):
        if wakesTransport { transport.needsAttention(token) }
        return try expand(message)
      case .ended: return nil
      case .failed(let error): throw error
      case .mustWait:
        guard !Task.isCancelled else { throw .taskCancelled }
        await wait(in: \.reader, for: "reader") { $0.isReadable }
      }
    }
  }

  /// Sends the headers before the first message; without it they go with the first message.
  package func sendHeaders(_ metadata: Metadata) throws(RPCError) {
    try perform { guarded throws(RPCError) in try guarded.state.sendHeaders(metadata) }
  }

  /// Sends a message; waits while the transport has more than enough to send.
  ///
  /// Cancelling the task ends the wait, not the call.
  ///
  /// - Parameters:
  ///   - message: its bytes.
  ///   - isCompressed: whether it is compressed, if the answers of this call are.
  /// - Throws: why the call was broken off, or that it has ended.
  package func send(_ message: [UInt8], isCompressed: Bool = true) async throws(RPCError) {
    try enqueue(compress(message, isCompressed))
    try await waitForRoom()
  }

  /// Sends a message, however much the transport has to send already; `waitForRoom()` comes next.
  ///
  /// - Throws: Why the call was broken off, or that it has ended.
  func enqueue(_ message: CallMessage) throws(RPCError) {
    try perform { guarded throws(RPCError) in try guarded.sendMessage(message) }
  }

  /// Waits while the transport has more than enough to send.
  ///
  /// Cancelling the task ends the wait, not the call.
  ///
  /// - Throws: why the call was broken off.
  package func waitForRoom() async throws(RPCError) {
    while !guarded.withLock({ $0.state.mayProceed }) {
      guard !Task.isCancelled else { throw .taskCancelled }
      await wait(in: \.writer, for: "writer") { $0.mayProceed }
    }
    if let reason = abortReason { throw reason }
  }

  /// Sends the only message and the status together.
  ///
  /// - Parameters:
  ///   - message: its bytes.
  ///   - isCompressed: whether it is compressed, if the answers of this call are.
  /// - Throws: why the call was broken off, or that it has ended.
  package func respond(_ message: [UInt8], isCompressed: Bool = true) throws(RPCError) {
    let message = try compress(message, isCompressed)
    try perform { guarded throws(RPCError) in
      try guarded.sendMessage(message)
      _ = guarded.state.finish(.ok, Metadata())
    }
  }

  /// Compresses the messages of the answer from now on, before the first of them is sent.
  ///
  /// - Returns: whether the caller takes such messages, and none was sent yet.
  @discardableResult
  package func compressAnswers() -> Bool {
    guard let compressor = request.answerCompressor else { return false }
    return guarded.withLock { guarded in
      guard guarded.state.isSilent else { return false }
      guarded.compressor = compressor
      guarded.state.encoding = compressor.encoding
      return true
    }
  }

  /// Keeps metadata to go with the status, whatever that will be; after the end there is none to go
  /// with.
  package func addTrailers(_ metadata: Metadata) {
    guarded.withLock { $0.state.addTrailers(metadata) }
  }

  /// Tells the transport who calls, once that is proven.
  package func noteCaller(_ name: String) {
    transport.noteCaller(name, of: token)
  }

  /// Ends the call; does nothing if it has ended.
  package func finish(_ status: Status, _ metadata: Metadata = Metadata()) {
    let wakes = guarded.withLock { guarded in
      guarded.state.finish(status, metadata) && guarded.requestAttention()
    }
    if wakes { transport.needsAttention(token) }
  }

  /// The connection that carries the call, by a number.
  package var connection: UInt64 { token.connection }

  /// Since when the call has stood still for want of its peer, which takes no answer or sends no request; `nil` where
  /// it does not.
  package var stalledSince: ContinuousClock.Instant? {
    guarded.withLock { guarded in
      guarded.reader == nil && guarded.writer == nil ? nil : guarded.waitingSince
    }
  }

  /// Breaks the call off; its peer is told by the status, or by a reset where it takes nothing.
  ///
  /// The handler is cancelled. Does nothing if the call has ended.
  package func breakOff(_ error: RPCError) {
    let (reader, writer, wakes) = guarded.withLock { guarded in
      guard guarded.state.breakOff(error) else {
        return (nil, nil, false)
          as (CheckedContinuation<Void, Never>?, CheckedContinuation<Void, Never>?, Bool)
      }
      return (guarded.reader.take(), guarded.writer.take(), guarded.requestAttention())
    }
    reader?.resume()
    writer?.resume()
    if wakes { transport.needsAttention(token) }
  }

  /// Waits in one of the places there are for that, until somebody takes it out again or the task is
  /// cancelled; not at all if it can go on.
  private func wait(
    in place: any WritableKeyPath<Guarded, CheckedContinuation<Void, Never>?> & Sendable,
    for what: String, unless canGoOn: (ServerCallState) -> Bool
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = guarded.withLock { guarded in
          guard !canGoOn(guarded.state), !Task.isCancelled else { return true }
          precondition(guarded[keyPath: place] == nil, "a call has one \(what) at a time")
          if guarded.reader == nil, guarded.writer == nil { guarded.waitingSince = .now }
          guarded[keyPath: place] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      guarded.withLock { $0[keyPath: place].take() }?.resume()
    }
  }

  private func expand(_ message: CallMessage) throws(RPCError) -> [UInt8] {
    guard message.isCompressed else { return message.bytes }
    guard let compressor = request.compressor else {
      throw RPCError(
        .internal, "cannot read a message: it is compressed, but no encoding was named")
    }
    return try compressor.expand(message.bytes, limit: limits.messageBytes)
  }

  /// A message as it travels: compressed, if the answers of this call are and it is to be.
  func compress(
    _ message: [UInt8], _ isCompressed: Bool = true
  ) throws(RPCError) -> CallMessage {
    guard isCompressed, let compressor = guarded.withLock({ $0.compressor }) else {
      return CallMessage(message)
    }
    return CallMessage(try compressor.compress(message), isCompressed: true)
  }

  private func perform(
    _ body: (inout Guarded) throws(RPCError) -> Void
  ) throws(RPCError) {
    let outcome = guarded.withLock { guarded -> Result<Bool, RPCError> in
      do throws(RPCError) {
        try body(&guarded)
      } catch {
        return .failure(error)
      }
      return .success(guarded.requestAttention())
    }
    if try outcome.get() { transport.needsAttention(token) }
  }
}

// The transport's side.
extension ServerCall {
  /// Takes a message from the peer.
  package func receiveMessage(_ message: CallMessage) {
    resumeReader { guarded in
      guarded.traffic.countReceived(message)
      guarded.state.receiveMessage(message)
    }
  }

  /// The peer has no more to say.
  package func receiveEnd() {
    resumeReader { $0.state.receiveEnd() }
  }

  /// The call is broken off.
  package func abort(_ error: RPCError) {
    resumeReader { $0.state.abort(error) }
    resumeWriter()
  }

  /// Lends the state to the transport, which takes what is to be sent and the credit to give.
  package func service<Result>(_ body: (inout ServerCallState) -> Result) -> Result {
    let (result, writer) = guarded.withLock { guarded in
      guarded.isAttentionRequested = false
      let result = body(&guarded.state)
      return (result, guarded.writerThatMayGoOn())
    }
    writer?.resume()
    return result
  }

  private func resumeReader(_ body: (inout Guarded) -> Void) {
    let reader = guarded.withLock { guarded in
      body(&guarded)
      defer { guarded.reader = nil }
      return guarded.reader
    }
    reader?.resume()
  }

  private func resumeWriter() {
    guarded.withLock { $0.writerThatMayGoOn() }?.resume()
  }
}

extension ServerCall.Guarded {
  /// Takes a message and says whether the transport is to be told, which it is once until it came.
  fileprivate mutating func takeMessage() -> CallReading {
    let reading = state.takeMessage()
    guard case .message(let message, let wakesTransport) = reading else { return reading }
    lastWasCompressed = message.isCompressed
    return .message(message, wakesTransport: wakesTransport && requestAttention())
  }

  fileprivate mutating func sendMessage(_ message: CallMessage) throws(RPCError) {
    try state.sendMessage(message)
    traffic.countSent(message)
  }

  fileprivate mutating func requestAttention() -> Bool {
    defer { isAttentionRequested = true }
    return !isAttentionRequested
  }

  fileprivate mutating func writerThatMayGoOn() -> CheckedContinuation<Void, Never>? {
    guard state.mayProceed else { return nil }
    defer { writer = nil }
    return writer
  }
}
