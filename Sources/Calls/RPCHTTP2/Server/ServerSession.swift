internal import HTTP2Core
internal import RPCCore
internal import SystemCore

/// The server's side of one connection, without a socket: bytes in, calls and bytes out.
///
/// It belongs to whoever feeds it. Calls are put into `accepted` and start when their owner starts
/// them; what their handlers send is fetched by `service`, which the owner calls when a call asks.
final class ServerSession: LinkSession {
  /// Calls whose handlers are to be started, with their streams; the owner takes them.
  var accepted: [(call: ServerCall, stream: ServerStream)] = []

  /// How many handlers run.
  ///
  /// Streams can be reset as fast as they are opened, handlers take until they notice, so it is these
  /// that are counted against the limit (CVE-2023-44487).
  var runningHandlers = 0
  let session: Session
  let number: UInt64
  let peer: CallPeer
  private let paths: PathTable
  let limits: ServerLimits
  private let transport: any CallTransport
  private let gate: (any SendingGate)?
  unowned let timers: any CallTimers
  /// How long a call may stand still.
  let stall: Duration
  /// Waits for the next look at the calls, while there are any.
  var lookTimer: TimerID?
  var streams: [ServerStream] = []
  private(set) var openCalls = 0
  var isGoingAway = false
  /// Whether the peer has sent its settings, and so speaks HTTP/2.
  private(set) var hasPeerSettings = false
  /// Whether the peer has read that the connection is going to end.
  private(set) var hasHeardAnnouncement = false

  /// Begins with the settings, which are to be sent at once.
  ///
  /// - Parameters:
  ///   - number: what tells the connection from others of its owner.
  ///   - peer: who is on the other side.
  ///   - paths: the methods there are.
  ///   - limits: what the connection may cost.
  ///   - transport: hears of calls that have something to send.
  ///   - gate: the way out of the connection, if it has one.
  ///   - timers: where deadlines wait.
  ///   - stall: how long a client may take nothing of an answer, or leave a message half sent.
  /// - Throws: when there is no memory.
  init(
    number: UInt64, peer: CallPeer, paths: PathTable, limits: ServerLimits,
    transport: any CallTransport, behind gate: (any SendingGate)? = nil,
    timers: any CallTimers, stall: Duration = ConnectionTimeouts().stall
  ) throws(HTTP2Error) {
    let limits = limits.fitting
    session = try Session(role: .server, limits: limits.session)
    self.number = number
    self.peer = peer
    self.paths = paths
    self.limits = limits
    self.transport = transport
    self.gate = gate
    self.timers = timers
    self.stall = stall
  }

  /// Whether nothing is left to receive or to send.
  var isFinished: Bool { session.isFinished }

  /// Whether `drain` would give bytes now.
  var hasOutput: Bool { session.hasOutput }
}

// What comes from the peer.
extension ServerSession {
  /// Takes bytes from the peer.
  ///
  /// - Parameters:
  ///   - bytes: what arrived next.
  ///   - now: time since any fixed moment.
  /// - Throws: when the peer broke the rules of HTTP/2; what `drain` gives is still to be sent.
  func receive(_ bytes: Span<UInt8>, now: Duration) throws(HTTP2Error) {
    var failure: HTTP2Error?
    do throws(HTTP2Error) {
      try session.receive(bytes, now: now)
    } catch {
      failure = error
    }
    for event in session.events { handle(event, in: bytes) }
    if let failure { throw failure }
  }

  private func handle(_ event: Event, in bytes: Span<UInt8>) {
    switch event {
    case .headers(let id, let block, .request, let endStream): open(id, block, endStream)
    case .headersTooLarge(let id, .request, _): refuse(id, .headersTooLarge)
    case .headers(let id, _, _, let endStream), .headersTooLarge(let id, _, let endStream):
      // A client has no trailers in gRPC; they only end the stream.
      if endStream { endRequest(id) }
    case .data(let id, let range, let endStream):
      receiveData(id, bytes.extracting(range), endStream)
    case .closed(let id, let code): close(id, code)
    case .answeredEarly(let id): awaitEnd(id)
    case .belowMark(let id): service(id)
    case .settings: hasPeerSettings = true
    case .pingAcknowledged(Self.shutdownPing): hasHeardAnnouncement = true
    case .goAway, .settingsAcknowledged, .pingAcknowledged: break
    }
  }

  private func open(_ id: StreamID, _ block: HeaderBlock, _ endStream: Bool) {
    var head = RequestHead(paths: paths)
    session.forEachField(of: block) { name, value in head.add(name, value) }
    switch head.outcome {
    case .refused(let refusal): refuse(id, refusal)
    case .call(let path, let metadata, let timeout):
      guard runningHandlers < limits.runningCalls, !isGoingAway else {
        session.reset(id, .refusedStream)
        return
      }
      var request = CallRequest(method: path, metadata: metadata)
      request.deadline = timeout.map { .now.advanced(by: $0) }
      request.compressor = GzipCompressor(head.encoding)
      request.answerCompressor = head.answerEncoding.flatMap { GzipCompressor($0) }
      let token = CallToken(connection: number, stream: id.number, slot: id.slot)
      let call = ServerCall(
        request, from: peer, limits: limits.call, token: token, over: transport,
        behind: gate)
      let stream = place(of: id)
      stream.begin(call, id, head, limits)
      stream.timer = timeout.map { timers.schedule(.deadline(token), after: $0) }
      openCalls += 1
      runningHandlers += 1
      if lookTimer == nil { lookLater() }
      accepted.append((call, stream))
      if endStream { endRequest(id) }
    }
  }

  private func refuse(_ id: StreamID, _ refusal: RequestRefusal) {
    let (headers, body) = refusal.answer
    guard let body else {
      session.sendHeaders(headers, on: id, endStream: true)
      return
    }
    session.sendHeaders(headers, on: id, endStream: false)
    session.sendData(Array(body.utf8), on: id)
    session.endData(on: id)
  }

  private func receiveData(_ id: StreamID, _ bytes: Span<UInt8>, _ endStream: Bool) {
    if let stream = stream(id) { stream.received += UInt64(bytes.count) }
    guard let stream = stream(id), let call = stream.call, !stream.hasSentStatus else {
      // The stream was refused: what still comes is of no use, and must not fill the window.
      session.consume(bytes.count, on: id)
      let stream = place(of: id)
      if stream.id == id, stream.endTimer != nil, stream.noteUseless(bytes.count) { stop(stream) }
      return
    }
    var position = 0
    do throws(MessageDeframer.Flaw) {
      while let message = try stream.intake.next(in: bytes, from: &position) {
        guard !message.isCompressed || stream.isCompressed else {
          return fail(stream, .unnamedEncoding)
        }
        call.receiveMessage(message)
        if position == bytes.count { break }
      }
    } catch {
      return fail(stream, RPCError(error))
    }
    if endStream {
      endRequest(id)
    } else {
      giveCredit(stream)
    }
  }

  private func endRequest(_ id: StreamID) {
    guard let stream = stream(id) else { return }
    stream.hasPeerEnded = true
    guard stream.intake.isAtBoundary else { return fail(stream, .incomplete) }
    stream.call?.receiveEnd()
  }

  private func giveCredit(_ stream: ServerStream) {
    guard !stream.hasPeerEnded, let call = stream.call else { return }
    let room = call.service { state in
      stream.intake.credit(taken: state.takeCredit(), isNext: state.givesRoomForUnfinished())
    }
    session.consume(room, on: stream.id)
  }

  /// Ends a call with a status because of what the peer sent.
  func fail(_ stream: ServerStream, _ error: RPCError) {
    stream.abort(error)
    sendStatus(stream, error.status, error.metadata)
  }

  private func close(_ id: StreamID, _ code: ErrorCode) {
    let stream = place(of: id)
    guard stream.id == id else { return }
    end(stream, stream.hasSentStatus ? nil : ResetCodes.error(code))
  }

  /// The answer has left before the end of the request, which is of no use now (RFC 9113 §8.1).
  ///
  /// What the client sends meanwhile may be a mistake that it is to hear of, so its stream is not gone at
  /// once. Behind a bare status it is: curl waits in vain for what is to follow it.
  private func awaitEnd(_ id: StreamID) {
    guard session.sentBytes(on: id) > 0 else {
      session.reset(id, .noError)
      return
    }
    let token = CallToken(connection: number, stream: id.number, slot: id.slot)
    place(of: id).awaitEnd(
      of: id, until: timers.schedule(.answeredEarly(token), after: .milliseconds(250)))
  }

  /// Tells the client that the rest of a request is of no use.
  func stop(_ stream: ServerStream) {
    if let timer = stream.stopAwaitingEnd() { timers.cancel(timer) }
    session.reset(stream.id, .noError)
  }

  /// Forgets a stream; its call is broken off if it was not over.
  func end(_ stream: ServerStream, _ error: RPCError?) {
    if let timer = stream.stopAwaitingEnd() { timers.cancel(timer) }
    guard stream.call != nil else { return }
    openCalls -= 1
    if let timer = stream.timer {
      stream.timer = nil
      timers.cancel(timer)
    }
    if let error { stream.abort(error) }
    stream.end()
  }

  /// Where a stream is kept, or was kept before another.
  func place(of id: StreamID) -> ServerStream {
    while streams.count <= Int(id.slot) { streams.append(ServerStream()) }
    return streams[Int(id.slot)]
  }

  /// The call of a stream, if it is not over.
  func stream(_ id: StreamID) -> ServerStream? {
    let index = Int(id.slot)
    guard streams.indices.contains(index), streams[index].id == id,
      streams[index].call != nil
    else { return nil }
    return streams[index]
  }
}

// What goes to the peer.
extension ServerSession {
  /// Fetches what a call has to send and the room its reader made; does nothing for one that is over.
  func service(_ token: CallToken) {
    service(StreamID(number: token.stream, slot: token.slot))
  }

  /// Adds frames to `output` until it holds about `limit` bytes.
  ///
  /// - Parameters:
  ///   - output: where the bytes go.
  ///   - limit: when to stop.
  /// - Returns: whether it stopped because of the limit.
  /// - Throws: when there is no memory.
  func drain(into output: inout [UInt8], upTo limit: Int) throws(HTTP2Error) -> Bool {
    var stopped = try session.drain(into: &output, upTo: limit)
    // What was sent may have made room for more of the same stream, which belongs behind it.
    while !session.events.isEmpty {
      for event in session.events { handle(event, in: Span()) }
      guard !stopped else { break }
      stopped = try session.drain(into: &output, upTo: limit)
    }
    return stopped
  }

  private func service(_ id: StreamID) {
    guard let stream = stream(id), let call = stream.call, !stream.hasSentStatus else {
      return
    }
    // For a client that gives no room, one message is enough to go on with when it does.
    let window = session.remoteWindow(of: id)
    let mark = min(limits.session.outboundMark, max(window, 1))
    let isBrokenOff = call.service { state in
      // Behind bytes that its client does not take, the status would not get there.
      guard !state.isBrokenOff || session.queuedBytes(on: id) == 0 else { return true }
      while session.queuedBytes(on: id) < mark, let part = state.nextPart() { send(part, stream) }
      state.note(held: max(0, session.queuedBytes(on: id) - window))
      return state.isBrokenOff
    }
    guard !isBrokenOff else { return giveUp(stream) }
    session.notify(on: id, below: max(1, mark / 2))
    giveCredit(stream)
  }

  private func send(_ part: ServerCallState.Part, _ stream: ServerStream) {
    switch part {
    case .headers(let metadata, let encoding):
      stream.hasSentHeaders = true
      let headers = AnswerFields.headers(
        metadata, encoding: encoding, namesAccepted: stream.namesEncodings)
      session.sendHeaders(headers, on: stream.id, endStream: false)
    case .message(let message): session.sendMessage(message, on: stream.id)
    case .status(let status, let metadata): sendStatus(stream, status, metadata)
    }
  }

  func sendStatus(_ stream: ServerStream, _ status: Status, _ metadata: Metadata) {
    guard !stream.hasSentStatus else { return }
    stream.hasSentStatus = true
    if stream.hasSentHeaders {
      session.sendTrailers(AnswerFields.trailers(status, metadata), on: stream.id)
    } else {
      session.sendHeaders(
        AnswerFields.onlyTrailers(status, metadata), on: stream.id, endStream: true)
    }
  }
}
