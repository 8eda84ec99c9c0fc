/// The server's side of one call, as a value.
///
/// The peer's half goes `open` → `ended`; ours goes `silent` → `started` (headers are queued) →
/// `finished` (the status is queued). Either way the whole call may be `aborted`: the peer reset it,
/// its deadline passed, or the connection is gone.
///
/// Wrong inputs: messages from the peer after its end never get here (HTTP/2 refuses them); what the
/// handler sends after the end, or after an abort, is refused with an error, because a handler may
/// not have heard of it yet. Nothing here traps.
package struct ServerCallState: Sendable {
  private enum Sending {
    case silent
    case started
    case finished
  }

  /// What the transport is to send next.
  package enum Part: Sendable {
    case headers(Metadata, MessageEncoding?)
    case message(CallMessage)
    case status(Status, Metadata)
  }

  private var inbox: Inbox
  private var sending = Sending.silent
  private var failure: RPCError?
  /// Whether it was broken off on this side, so that the peer has yet to hear of it.
  package private(set) var isBrokenOff = false
  private var headers: Metadata?
  /// How the messages of the answer are compressed, if they are.
  package var encoding: MessageEncoding?
  private var outbox = MessageQueue()
  // What the transport holds, and the peer takes none of.
  private var held = 0
  private var status: (Status, Metadata)?
  private var trailers = Metadata()
  private let mark: Int

  /// Begins a call of which nothing but the request's headers came.
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
extension ServerCallState {
  /// Takes a message from the peer.
  package mutating func receiveMessage(_ message: CallMessage) {
    inbox.receive(message)
  }

  /// The peer has no more to say.
  package mutating func receiveEnd() {
    inbox.finish()
  }

  /// The call is broken off; nothing more is sent or read.
  package mutating func abort(_ error: RPCError) {
    guard failure == nil else { return }
    failure = error
    inbox.breakOff(error)
    headers = nil
    outbox.removeAll()
    status = nil
    sending = .finished
  }

  /// Whether the peer gets room at once for the bytes of a message that is not complete.
  ///
  /// It does while no message waits, since the reader could get no further. Otherwise the answer is no,
  /// and the transport is woken when the reader has taken the last of those that wait.
  package mutating func givesRoomForUnfinished() -> Bool { inbox.givesRoomForUnfinished() }

  /// What is to be sent next, if anything is.
  package mutating func nextPart() -> Part? {
    if let headers {
      self.headers = nil
      return .headers(headers, encoding)
    }
    if let message = outbox.popFirst() { return .message(message) }
    if let (status, metadata) = status {
      self.status = nil
      return .status(status, metadata)
    }
    return nil
  }

  /// Tells how much of what the transport took cannot leave, because the peer gives no room for it: to a
  /// sender it is as good as not taken.
  package mutating func note(held count: Int) {
    held = count
  }

  /// How many bytes the handler has taken since the last time.
  package mutating func takeCredit() -> Int { inbox.takeCredit() }
}

// What the handler does.
extension ServerCallState {
  /// Takes the next message.
  package mutating func takeMessage() -> CallReading { inbox.take() }

  /// Whether nothing was sent yet.
  package var isSilent: Bool {
    if case .silent = sending { true } else { false }
  }

  /// Whether a reader would get something now.
  package var isReadable: Bool { inbox.isReadable }

  /// Whether a sender may go on: too little waits to stop it, or nothing will ever move.
  package var mayProceed: Bool { outbox.byteCount + held < mark || failure != nil }

  /// Queues the headers, unless they are on their way already.
  package mutating func sendHeaders(_ metadata: Metadata) throws(RPCError) {
    if let failure { throw failure }
    guard case .silent = sending else {
      throw RPCError(.internal, "cannot send headers: they are sent once, before any message")
    }
    sending = .started
    headers = metadata
  }

  /// Queues a message, behind the headers.
  package mutating func sendMessage(_ message: CallMessage) throws(RPCError) {
    if let failure { throw failure }
    switch sending {
    case .silent:
      sending = .started
      headers = Metadata()
    case .started: break
    case .finished: throw RPCError(.internal, "cannot send a message: the call has ended")
    }
    outbox.append(message)
  }

  /// Keeps metadata to go with the status, whatever that will be.
  package mutating func addTrailers(_ metadata: Metadata) {
    trailers.append(metadata)
  }

  /// Ends the call, once; what is queued goes first.
  ///
  /// - Returns: whether it was this that ended it.
  package mutating func finish(_ status: Status, _ metadata: Metadata) -> Bool {
    guard failure == nil else { return false }
    if case .finished = sending { return false }
    sending = .finished
    trailers.append(metadata)
    self.status = (status, trailers)
    return true
  }

  /// Breaks the call off on this side: the transport is to tell the peer at once, by the status or a reset.
  ///
  /// - Returns: Whether it was this that ended it.
  package mutating func breakOff(_ error: RPCError) -> Bool {
    guard failure == nil else { return false }
    if case .finished = sending { return false }
    abort(error)
    isBrokenOff = true
    status = (error.status, error.metadata)
    return true
  }

  /// Why the call was broken off, if it was.
  package var abortReason: RPCError? { failure }
}
