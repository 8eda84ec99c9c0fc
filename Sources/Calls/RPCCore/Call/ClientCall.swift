private import Synchronization

/// The client's side of one call: what an application reads from and writes to, and what a transport
/// feeds.
///
/// The rules are `ClientCallState`; this adds the lock, and the waiting.
package final class ClientCall: Sendable {
  fileprivate struct Guarded {
    var state: ClientCallState
    var reader: CheckedContinuation<Void, Never>?
    var headersReader: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?
    var isAttentionRequested = false
    var answerCompressor: (any MessageCompressor)?
    var lastWasCompressed = false
    var peer: CallPeer?
    var gate: (any SendingGate)?
  }

  package let request: CallRequest
  package let options: CallOptions
  package let token: CallToken
  private let transport: any CallTransport
  private let guarded: Mutex<Guarded>

  package init(
    _ request: CallRequest, options: CallOptions, token: CallToken,
    over transport: any CallTransport
  ) {
    self.request = request
    self.options = options
    self.token = token
    self.transport = transport
    let limits = options.limits
    guarded = Mutex(
      Guarded(
        state: ClientCallState(mark: limits.outboundMark, creditStep: limits.creditStep)))
  }
}

// The application's side.
extension ClientCall {
  /// The peer's headers; empty if the call ended without any, or the task is cancelled.
  package func receiveHeaders() async -> Metadata {
    while true {
      if let headers = guarded.withLock({ $0.state.headers }) { return headers }
      guard !Task.isCancelled else { return Metadata() }
      await wait(in: \.headersReader, for: "reader of headers") { $0.headers != nil }
    }
  }

  /// The next message, or `nil` when the call has ended well.
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

  /// Sends a message; waits while the transport has more than enough to send.
  ///
  /// Cancelling the task ends the wait, not the call.
  ///
  /// - Parameters:
  ///   - message: its bytes.
  ///   - isCompressed: whether it is compressed, if the call has an encoding.
  /// - Throws: how the call ended, if it has.
  package func send(_ message: [UInt8], isCompressed: Bool = true) async throws(RPCError) {
    let message = try compress(message, isCompressed)
    try perform { state throws(RPCError) in try state.sendMessage(message) }
    while !guarded.withLock({ $0.state.mayProceed }) {
      guard !Task.isCancelled else { throw .taskCancelled }
      await wait(in: \.writer, for: "writer") { $0.mayProceed }
    }
    if let (status, trailers) = outcome, let error = RPCError(status, metadata: trailers) {
      throw error
    }
  }

  /// Sends the only message and closes this side.
  ///
  /// - Parameters:
  ///   - message: its bytes.
  ///   - isCompressed: whether it is compressed, if the call has an encoding.
  /// - Throws: how the call ended, if it has.
  package func sendOnly(_ message: [UInt8], isCompressed: Bool = true) throws(RPCError) {
    let message = try compress(message, isCompressed)
    try perform { state throws(RPCError) in
      try state.sendMessage(message)
      state.finishSending()
    }
  }

  /// Closes this side: there will be no more messages.
  package func finishSending() {
    let wakes = guarded.withLock { guarded in
      guarded.state.finishSending()
      return guarded.requestAttention()
    }
    if wakes { transport.needsAttention(token) }
  }

  /// Whether the message that was read last came compressed.
  package var lastWasCompressed: Bool { guarded.withLock { $0.lastWasCompressed } }

  /// Who answers: the server at the other end of the connection that carries the call.
  ///
  /// `nil` before there is one. A call that a server refused without looking at it may be made again
  /// on another connection, and has that one's peer then; once an answer has begun it stays.
  package var peer: CallPeer? { guarded.withLock { $0.peer } }

  /// The way out of that connection, where it has one to shut.
  package var gate: (any SendingGate)? { guarded.withLock { $0.gate } }

  /// How the call ended, once it has.
  package var outcome: (status: Status, trailers: Metadata)? {
    guarded.withLock { $0.state.outcome }
  }

  /// Ends the call because nobody wants it any more; does nothing after its end.
  package func cancel(_ error: RPCError = RPCError(.cancelled, "the caller cancelled the call")) {
    let wakes = resuming { guarded in
      guarded.state.cancel(error) && guarded.requestAttention()
    }
    if wakes { transport.needsAttention(token) }
  }

  /// Waits in one of the places there are for that, until somebody takes it out again or the task is
  /// cancelled; not at all if it can go on.
  private func wait(
    in place: any WritableKeyPath<Guarded, CheckedContinuation<Void, Never>?> & Sendable,
    for what: String, unless canGoOn: (ClientCallState) -> Bool
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = guarded.withLock { guarded in
          guard !canGoOn(guarded.state), !Task.isCancelled else { return true }
          precondition(guarded[keyPath: place] == nil, "a call has one \(what) at a time")
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
    do throws(RPCError) {
      guard let compressor = guarded.withLock({ $0.answerCompressor }) else {
        throw RPCError(
          .internal, "cannot read a message: it is compressed, but no encoding was named")
      }
      return try compressor.expand(message.bytes, limit: options.limits.messageBytes)
    } catch {
      cancel(error)
      throw error
    }
  }

  private func compress(
    _ message: [UInt8], _ isCompressed: Bool
  ) throws(RPCError) -> CallMessage {
    guard isCompressed, let compressor = options.compressor else { return CallMessage(message) }
    return CallMessage(try compressor.compress(message), isCompressed: true)
  }

  private func perform(
    _ body: (inout ClientCallState) throws(RPCError) -> Void
  ) throws(RPCError) {
    let outcome = guarded.withLock { guarded -> Result<Bool, RPCError> in
      do throws(RPCError) {
        try body(&guarded.state)
      } catch {
        return .failure(error)
      }
      return .success(guarded.requestAttention())
    }
    if try outcome.get() { transport.needsAttention(token) }
  }
}

// The transport's side.
extension ClientCall {
  /// Lends the state to the transport, to put in what came or to take what is to be sent; whoever can
  /// go on afterwards does.
  package func service<Result>(_ body: (inout ClientCallState) -> Result) -> Result {
    resuming { guarded in
      guarded.isAttentionRequested = false
      return body(&guarded.state)
    }
  }

  /// Notes which connection carries the call.
  package func place(at peer: CallPeer, behind gate: (any SendingGate)? = nil) {
    guarded.withLock { ($0.peer, $0.gate) = (peer, gate) }
  }

  /// Notes how the peer compresses its messages.
  package func expandAnswers(with compressor: any MessageCompressor) {
    guarded.withLock { $0.answerCompressor = compressor }
  }

  private func resuming<Result>(_ body: (inout Guarded) -> Result) -> Result {
    let (result, waiting) = guarded.withLock { guarded in
      let result = body(&guarded)
      return (result, guarded.waitingThatMayGoOn())
    }
    waiting.reader?.resume()
    waiting.headers?.resume()
    waiting.writer?.resume()
    return result
  }
}

extension ClientCall.Guarded {
  fileprivate typealias Waiting = CheckedContinuation<Void, Never>

  fileprivate mutating func takeMessage() -> CallReading {
    let reading = state.takeMessage()
    guard case .message(let message, let wakesTransport) = reading else { return reading }
    lastWasCompressed = message.isCompressed
    return .message(message, wakesTransport: wakesTransport && requestAttention())
  }

  fileprivate mutating func requestAttention() -> Bool {
    defer { isAttentionRequested = true }
    return !isAttentionRequested
  }

  fileprivate mutating func waitingThatMayGoOn() -> (
    reader: Waiting?, headers: Waiting?, writer: Waiting?
  ) {
    var ready: (reader: Waiting?, headers: Waiting?, writer: Waiting?)
    if state.isReadable { swap(&ready.reader, &reader) }
    if state.headers != nil { swap(&ready.headers, &headersReader) }
    if state.mayProceed { swap(&ready.writer, &writer) }
    return ready
  }
}
