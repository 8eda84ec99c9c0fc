/// The client's side of one call, as a value.
///
/// Our half goes `open` → `closed` (the last message is queued); the peer's goes `silent` → `started`
/// (its headers came) → `ended` (its status came, or the call failed).
///
/// Wrong inputs: what the application sends after it closed its half, or after the end, is refused
/// with an error; what the peer sends after the end is ignored.
///
/// Until the peer has answered, what was sent is kept, up to `replayBytes`: a call that the peer
/// refused without looking at it can then be sent again on another connection.
package struct ClientCallState: Sendable {
  /// What the transport is to do next.
  package enum Part: Sendable {
    case message(CallMessage)
    case halfClose
    /// The application has lost interest; the peer is to hear of it.
    case cancel
  }

  private enum Answer: Sendable {
    case silent
    case started(Metadata)
    case ended(Metadata, Status, trailers: Metadata)
  }

  // Enough for a request as most are; what is longer fails and is the application's to repeat.
  private static let replayBytes = 256 * 1024

  private var inbox: Inbox
  private var outbox = MessageQueue()
  private var answer = Answer.silent
  private var isClosed = false
  private var owesHalfClose = false
  private var owesCancel = false
  private var sent: [CallMessage] = []
  private var sentBytes = 0
  private var canReplay = true
  private let mark: Int

  /// Begins a call of which nothing was sent yet.
  ///
  /// - Parameters:
  ///   - mark: how many bytes may wait for the transport before a sender has to.
  ///   - creditStep: how many bytes are read before the transport is told to let the peer go on.
  package init(mark: Int, creditStep: Int) {
    self.mark = mark
    inbox = Inbox(creditStep: creditStep)
  }
}

// What the transport tells.
extension ClientCallState {
  /// The peer's headers came.
  package mutating func receiveHeaders(_ metadata: Metadata) {
    guard case .silent = answer else { return }
    answer = .started(metadata)
    forgetSent()
  }

  /// Takes a message from the peer.
  package mutating func receiveMessage(_ message: CallMessage) {
    inbox.receive(message)
  }

  /// The peer's status came: what waits is still read.
  package mutating func receiveStatus(_ status: Status, _ trailers: Metadata) {
    end(status, trailers)
    if let error = RPCError(status, metadata: trailers) {
      inbox.finish(with: error)
    } else {
      inbox.finish()
    }
  }

  /// The call is broken off, by the transport or because its deadline passed.
  package mutating func abort(_ error: RPCError) {
    guard !hasEnded else { return }
    end(error.status, error.metadata)
    inbox.breakOff(error)
  }

  /// Goes back to the beginning, if the peer refused the call unseen and all is still known.
  ///
  /// - Returns: whether the call can be sent again.
  package mutating func rewind() -> Bool {
    guard !hasEnded, canReplay, case .silent = answer else { return false }
    var queue = MessageQueue()
    for message in sent { queue.append(message) }
    while let message = outbox.popFirst() { queue.append(message) }
    outbox = queue
    owesHalfClose = isClosed
    sent = []
    sentBytes = 0
    return true
  }

  /// Whether the peer gets room at once for the bytes of a message that is not complete.
  ///
  /// It does while no message waits, since the reader could get no further. Otherwise the answer is no,
  /// and the transport is woken when the reader has taken the last of those that wait.
  package mutating func givesRoomForUnfinished() -> Bool { inbox.givesRoomForUnfinished() }

  /// What is to be done next, if anything is.
  package mutating func nextPart() -> Part? {
    if owesCancel {
      owesCancel = false
      return .cancel
    }
    if let message = outbox.popFirst() {
      remember(message)
      return .message(message)
    }
    guard owesHalfClose else { return nil }
    owesHalfClose = false
    return .halfClose
  }

  /// How many bytes the application has taken since the last time.
  package mutating func takeCredit() -> Int { inbox.takeCredit() }

  private mutating func end(_ status: Status, _ trailers: Metadata) {
    switch answer {
    case .silent: answer = .ended(Metadata(), status, trailers: trailers)
    case .started(let headers): answer = .ended(headers, status, trailers: trailers)
    case .ended: return
    }
    outbox.removeAll()
    owesHalfClose = false
    isClosed = true
    forgetSent()
  }

  private mutating func remember(_ message: CallMessage) {
    guard canReplay, case .silent = answer else { return }
    sentBytes += message.wireCount
    if sentBytes > Self.replayBytes {
      forgetSent()
    } else {
      sent.append(message)
    }
  }

  private mutating func forgetSent() {
    canReplay = false
    sent = []
  }
}

// What the application does.
extension ClientCallState {
  /// Takes the next message.
  package mutating func takeMessage() -> CallReading { inbox.take() }

  /// Whether a reader would get something now.
  package var isReadable: Bool { inbox.isReadable }

  /// Whether the call is over, for either reason.
  package var hasEnded: Bool {
    if case .ended = answer { true } else { false }
  }

  /// The peer's headers, once they are there or can no longer come.
  package var headers: Metadata? {
    switch answer {
    case .silent: nil
    case .started(let headers), .ended(let headers, _, _): headers
    }
  }

  /// How the call ended, once it has.
  package var outcome: (status: Status, trailers: Metadata)? {
    guard case .ended(_, let status, let trailers) = answer else { return nil }
    return (status, trailers)
  }

  /// Whether a sender may go on: too little waits to stop it, or nothing will ever move.
  package var mayProceed: Bool { outbox.byteCount < mark || hasEnded }

  /// Queues a message.
  ///
  /// A server may answer in full before it has read all; what is sent after a good end is dropped.
  package mutating func sendMessage(_ message: CallMessage) throws(RPCError) {
    if let outcome {
      if let error = RPCError(outcome.status, metadata: outcome.trailers) { throw error }
      return
    }
    guard !isClosed else { throw .afterEnd }
    outbox.append(message)
  }

  /// There will be no more messages.
  package mutating func finishSending() {
    guard !isClosed else { return }
    isClosed = true
    owesHalfClose = true
  }

  /// Ends the call because nobody wants it any more; does nothing after its end.
  ///
  /// - Returns: whether the transport is to hear of it.
  package mutating func cancel(_ error: RPCError) -> Bool {
    guard !hasEnded else { return false }
    abort(error)
    owesCancel = true
    return true
  }
}

extension RPCError {
  fileprivate static let afterEnd = RPCError(
    .internal, "cannot send a message: the call takes no more")
}
