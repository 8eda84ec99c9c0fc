internal import HTTP2Core
internal import RPCCore
internal import SystemCore

/// The client's side of one connection, without a socket: calls and bytes in, bytes out.
///
/// It belongs to whoever feeds it, who takes from `ended` the calls that are over, and from
/// `refused` those that the server did not look at, which may be tried elsewhere.
final class ClientSession: LinkSession {
  /// Numbers of calls that are over.
  var ended: [UInt64] = []
  /// Calls the server has not looked at.
  var refused: [ClientCall] = []

  private let session: Session
  private let scheme: String
  private let authority: String
  private var streams: [ClientStreamRecord?] = []
  private(set) var openCalls = 0
  /// Whether no more calls can be made here.
  private(set) var isGoingAway = false
  /// Whether the server has sent its settings, and so speaks HTTP/2.
  private(set) var hasPeerSettings = false
  private var hasTooManyPings = false

  /// Begins with the settings, which are to be sent at once.
  ///
  /// - Parameters:
  ///   - limits: what the connection may cost.
  ///   - scheme: `http` or `https`.
  ///   - authority: the name of the server.
  /// - Throws: when there is no memory.
  init(limits: SessionLimits, scheme: String, authority: String) throws(HTTP2Error) {
    session = try Session(role: .client, limits: limits.fitting)
    self.scheme = scheme
    self.authority = authority
  }

  /// Whether nothing is left to receive or to send.
  var isFinished: Bool { session.isFinished || (isGoingAway && openCalls == 0) }

  func drain(into output: inout [UInt8], upTo limit: Int) throws(HTTP2Error) -> Bool {
    var stopped = try session.drain(into: &output, upTo: limit)
    while !session.events.isEmpty {
      for event in session.events { handle(event, in: Span()) }
      guard !stopped else { break }
      stopped = try session.drain(into: &output, upTo: limit)
    }
    return stopped
  }

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
}

// What the caller does.
extension ClientSession {
  /// Makes a call here.
  ///
  /// - Parameters:
  ///   - call: what is called.
  ///   - peer: who is at the other end of the connection.
  ///   - gate: the way out of it.
  /// - Returns: its stream, or `nil` if it has to be made elsewhere.
  func open(
    _ call: ClientCall, at peer: CallPeer, behind gate: any SendingGate
  ) -> StreamID? {
    guard !isGoingAway else { return nil }
    let headers = RequestFields.headers(
      call.request, timeout: call.request.deadline.map { ContinuousClock.now.duration(to: $0) },
      encoding: call.options.compressor?.encoding, scheme: scheme, authority: authority)
    let id: StreamID
    do throws(HTTP2Error) {
      id = try session.openStream(headers: headers, endStream: false)
    } catch {
      // Only a connection that takes no more streams refuses one.
      isGoingAway = true
      return nil
    }
    while streams.count <= Int(id.slot) { streams.append(nil) }
    streams[Int(id.slot)] = ClientStreamRecord(
      id: id, call: call,
      intake: MessageIntake(
        limit: call.options.limits.messageBytes, window: session.limits.streamWindow))
    openCalls += 1
    call.place(at: peer, behind: gate)
    service(id)
    return id
  }

  /// Fetches what a call has to send and the room its reader made; does nothing for one that is over.
  func service(_ id: StreamID) {
    guard let index = index(of: id), let record = streams[index] else { return }
    let mark = session.limits.outboundMark
    record.call.service { state in
      // A call that was cancelled has nothing left but to say so, which waits for no room.
      while state.hasEnded || session.queuedBytes(on: id) < mark, let part = state.nextPart() {
        switch part {
        case .message(let message): session.sendMessage(message, on: id)
        case .halfClose: session.endData(on: id)
        case .cancel: finish(index, .cancel)
        }
      }
    }
    giveCredit(index)
  }

  /// Nobody waits for a call any more; the server is told.
  func cancel(_ id: StreamID) {
    guard let index = index(of: id) else { return }
    finish(index, .cancel)
  }

  /// Makes no more calls here; those in progress go on.
  func stopOpening() {
    guard !isGoingAway else { return }
    isGoingAway = true
    session.goAway()
  }

  /// Asks the server whether it is there.
  func ping() {
    session.ping(1)
  }

  /// Whether the server has asked for fewer pings since the last time.
  func takeTooManyPings() -> Bool {
    defer { hasTooManyPings = false }
    return hasTooManyPings
  }

  /// Breaks all calls off, because the connection is gone.
  func abortAll(_ error: RPCError) {
    for index in streams.indices {
      guard let record = streams[index] else { continue }
      streams[index] = nil
      openCalls -= 1
      guard !record.hasEnded else { continue }
      record.call.service { $0.abort(error) }
      ended.append(record.call.token.connection)
    }
  }
}

// What comes from the server.
extension ClientSession {
  private func handle(_ event: Event, in bytes: Span<UInt8>) {
    switch event {
    case .headers(_, _, .informational, _), .headers(_, _, .request, _): break
    case .headers(let id, let block, _, let endStream): receiveHeaders(id, block, endStream)
    case .headersTooLarge(let id, _, _):
      fail(id, RPCError(.resourceExhausted, "the headers of the answer are too large"))
    case .data(let id, let range, let endStream):
      receiveData(id, bytes.extracting(range), endStream)
    case .closed(let id, let code): close(id, code)
    case .belowMark(let id): service(id)
    case .settings: hasPeerSettings = true
    case .goAway(_, let code):
      isGoingAway = true
      if code == .enhanceYourCalm, session.peerGoAwayText == "too_many_pings" {
        hasTooManyPings = true
      }
    case .settingsAcknowledged, .pingAcknowledged, .answeredEarly: break
    }
  }

  private func receiveHeaders(_ id: StreamID, _ block: HeaderBlock, _ endStream: Bool) {
    guard let index = index(of: id), let record = streams[index], !record.hasEnded else { return }
    var head = AnswerHead()
    session.forEachField(of: block) { name, value in head.add(name, value) }
    if endStream {
      end(index, head.finalStatus, head.metadata)
    } else if record.hasHeaders {
      fail(id, RPCError(.internal, "the server sent headers twice"))
    } else if let status = head.status {
      end(index, status, head.metadata)
    } else {
      streams[index]?.hasHeaders = true
      if let compressor = head.encoding.flatMap({ GzipCompressor($0) }) {
        streams[index]?.isCompressed = true
        record.call.expandAnswers(with: compressor)
      }
      record.call.service { $0.receiveHeaders(head.metadata) }
    }
  }

  private func receiveData(_ id: StreamID, _ bytes: Span<UInt8>, _ endStream: Bool) {
    // Not a copy of the record: while there are two, each piece of a message copies all before it.
    guard let index = index(of: id), streams[index]?.hasEnded == false,
      let call = streams[index]?.call
    else {
      session.consume(bytes.count, on: id)
      return
    }
    guard streams[index]?.hasHeaders == true else {
      return fail(id, RPCError(.internal, "the server sent messages before headers"))
    }
    var position = 0
    do throws(MessageDeframer.Flaw) {
      while let message = try streams[index]?.intake.next(in: bytes, from: &position) {
        guard !message.isCompressed || streams[index]?.isCompressed == true else {
          return fail(id, .unnamedEncoding)
        }
        call.service { $0.receiveMessage(message) }
        if position == bytes.count { break }
      }
    } catch {
      return fail(id, RPCError(error))
    }
    if endStream {
      end(index, Status(.unknown, "the server ended the call without a status"), Metadata())
    } else {
      giveCredit(index)
    }
  }

  private func giveCredit(_ index: Int) {
    guard let record = streams[index], !record.hasEnded else { return }
    let room = record.call.service { state in
      streams[index]?.intake.credit(
        taken: state.takeCredit(), isNext: state.givesRoomForUnfinished()) ?? 0
    }
    session.consume(room, on: record.id)
  }

  private func end(_ index: Int, _ status: Status, _ trailers: Metadata) {
    guard let record = streams[index] else { return }
    var status = status
    if status.code == .ok, !record.intake.isAtBoundary { status = RPCError.incomplete.status }
    // A server that cancels because time is up says so in its own words.
    if status.code == .cancelled, let deadline = record.call.request.deadline, deadline <= .now {
      status = Status(.deadlineExceeded, "the deadline passed")
    }
    record.call.service { $0.receiveStatus(status, trailers) }
    finish(index, .noError)
  }

  private func fail(_ id: StreamID, _ error: RPCError) {
    guard let index = index(of: id), let record = streams[index] else { return }
    record.call.service { $0.abort(error) }
    finish(index, .cancel)
  }

  /// The call is over; its stream lingers until HTTP/2 says so too.
  private func finish(_ index: Int, _ code: ErrorCode) {
    guard let record = streams[index], !record.hasEnded else { return }
    streams[index]?.hasEnded = true
    ended.append(record.call.token.connection)
    session.reset(record.id, code)
  }

  private func close(_ id: StreamID, _ code: ErrorCode) {
    guard let index = index(of: id), let record = streams[index] else { return }
    streams[index] = nil
    openCalls -= 1
    guard !record.hasEnded else { return }
    if code == .refusedStream, record.call.service({ $0.rewind() }) {
      refused.append(record.call)
      return
    }
    var error = ResetCodes.error(code)
    if let deadline = record.call.request.deadline, deadline <= .now {
      error = RPCError(.deadlineExceeded, "the deadline passed")
    }
    record.call.service { $0.abort(error) }
    ended.append(record.call.token.connection)
  }

  private func index(of id: StreamID) -> Int? {
    let index = Int(id.slot)
    guard streams.indices.contains(index), streams[index]?.id == id else { return nil }
    return index
  }
}
