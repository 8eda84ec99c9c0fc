internal import HTTP2Core
internal import RPCCore
internal import SystemCore

// What ends calls from outside.
extension ServerSession {
  /// The time has come for something that a call waits for.
  func hear(_ alarm: CallAlarm) {
    switch alarm {
    case .deadline(let token): deadlinePassed(token)
    case .answeredEarly(let token):
      let id = StreamID(number: token.stream, slot: token.slot)
      let stream = place(of: id)
      if stream.id == id, stream.endTimer != nil { stop(stream) }
    case .look: endStalled()
    }
  }

  /// The deadline of a call has passed: nobody waits for the answer.
  ///
  /// The client's clock may be a little behind, and a bare reset would tell it that the call was
  /// cancelled. Behind bytes that it does not take, the status would not get there.
  private func deadlinePassed(_ token: CallToken) {
    let id = StreamID(number: token.stream, slot: token.slot)
    guard let stream = stream(id) else { return }
    stream.timer = nil
    guard !stream.hasSentStatus else { return }
    let error = RPCError(.deadlineExceeded, "the deadline passed")
    stream.abort(error)
    guard session.queuedBytes(on: id) > 0 else {
      return sendStatus(stream, error.status, Metadata())
    }
    stream.hasSentStatus = true
    session.reset(id, .cancel)
  }

  /// Ends a call that was broken off on this side: by the status, or by a reset that means the same to any client.
  func giveUp(_ stream: ServerStream) {
    stream.cancelHandler()
    guard !stream.hasSentStatus else { return }
    stream.hasSentStatus = true
    session.reset(stream.id, .enhanceYourCalm)
  }

  /// Tells the client that no new calls will be taken soon, and asks it to say that it heard.
  func announceShutdown() {
    session.shutdownNotice()
    session.ping(Self.shutdownPing)
  }

  /// Takes no new calls; those in progress go on.
  func stopAccepting() {
    isGoingAway = true
    session.goAway()
  }

  /// A handler has returned.
  func handlerReturned() {
    runningHandlers -= 1
  }

  /// Asks the peer whether it is there.
  func ping() {
    session.ping(Self.keepalivePing)
  }

  /// Whether something is left to say to a client that asks nothing more.
  var owesAnswers: Bool {
    session.hasOutput || streams.contains { $0.call != nil && $0.hasPeerEnded }
  }

  /// Breaks off the calls whose requests are not complete, and never will be.
  func abortUnfinished(_ error: RPCError) {
    for stream in streams where !stream.hasPeerEnded {
      end(stream, stream.hasSentStatus ? nil : error)
    }
  }

  /// Breaks all calls off, because the connection is gone or nobody will wait any longer.
  func abortAll(_ error: RPCError) {
    for stream in streams { end(stream, stream.hasSentStatus ? nil : error) }
    if let timer = lookTimer { timers.cancel(timer) }
    lookTimer = nil
  }

  func lookLater() {
    lookTimer = timers.schedule(
      .look(CallToken(connection: number, stream: 0, slot: 0)), after: stall)
  }

  /// Ends the calls that have stood still from one look to the next, for want of their client; the others,
  /// and the connection, go on.
  private func endStalled() {
    lookTimer = nil
    for stream in streams {
      guard let call = stream.call else { continue }
      let queued = session.queuedBytes(on: stream.id)
      if stream.hasStopped(at: session.sentBytes(on: stream.id), waiting: queued) {
        stream.abort(RPCError(.unavailable, "the caller takes none of its answer"))
        stream.hasSentStatus = true
        session.reset(stream.id, .cancel)
      } else if stream.isRequestStopped(while: { call.service { $0.givesRoomForUnfinished() } }) {
        fail(stream, RPCError(.deadlineExceeded, "the rest of a message did not come in time"))
      }
    }
    if openCalls > 0 { lookLater() }
  }

  static var shutdownPing: UInt64 { 1 }
  private static var keepalivePing: UInt64 { 2 }
}
