extension Session {
  /// Opens a stream with a request.
  ///
  /// - Parameters:
  ///   - headers: The request's fields, those with a colon first.
  ///   - endStream: Whether the request has no data.
  /// - Returns: The stream, which is alive until its `closed` event.
  /// - Throws: When one side is going away, or the connection has used up its numbers.
  package func openStream(headers: HeaderList, endStream: Bool) throws(HTTP2Error) -> StreamID {
    try unsafe state.pointee.openStream(headers, endStream: endStream)
  }

  /// Answers a request; once only, and before any data.
  ///
  /// - Parameters:
  ///   - headers: The fields, `:status` first.
  ///   - stream: One the peer opened.
  ///   - endStream: Whether no data and no trailers follow.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func sendHeaders(_ headers: HeaderList, on stream: StreamID, endStream: Bool) -> Bool {
    unsafe state.pointee.sendHeaders(headers, on: stream, endStream: endStream)
  }

  /// Sends a 1xx answer, before the one that counts.
  ///
  /// - Parameters:
  ///   - headers: The fields, `:status` first.
  ///   - stream: One the peer opened.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func sendInformational(_ headers: HeaderList, on stream: StreamID) -> Bool {
    unsafe state.pointee.sendInformational(headers, on: stream)
  }

  /// Queues payload, which is kept until it is framed.
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - stream: One whose headers were sent.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func sendData(_ bytes: [UInt8], on stream: StreamID) -> Bool {
    unsafe state.pointee.sendData(on: stream) { $0.append(bytes) }
  }

  /// Queues a copy of payload; small pieces are put together.
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - stream: One whose headers were sent.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func sendData(copying bytes: Span<UInt8>, on stream: StreamID) -> Bool {
    unsafe state.pointee.sendData(on: stream) { $0.append(copying: bytes) }
  }

  /// Ends the stream after what is queued.
  ///
  /// - Parameter stream: One whose headers were sent.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func endData(on stream: StreamID) -> Bool {
    unsafe state.pointee.endData(on: stream, trailers: nil)
  }

  /// Ends the stream with trailers, after what is queued.
  ///
  /// A server that has not heard the end of the request then has ``Event/answeredEarly(_:)``.
  ///
  /// - Parameters:
  ///   - trailers: The fields; none with a colon.
  ///   - stream: One whose headers were sent.
  /// - Returns: Whether the stream was there to take it.
  @discardableResult
  package func sendTrailers(_ trailers: HeaderList, on stream: StreamID) -> Bool {
    unsafe state.pointee.endData(on: stream, trailers: trailers)
  }

  /// How many bytes wait on the stream; none where it is over.
  package func queuedBytes(on stream: StreamID) -> Int {
    unsafe state.pointee.queuedBytes(on: stream)
  }

  /// How much of what was queued on the stream has been framed; nothing where it is over.
  package func sentBytes(on stream: StreamID) -> UInt64 {
    unsafe state.pointee.sentBytes(on: stream)
  }

  /// How much the peer takes on the stream right now, by its own window and the connection's.
  package func remoteWindow(of stream: StreamID) -> Int {
    unsafe state.pointee.remoteWindow(of: stream)
  }

  /// Has ``Event/belowMark(_:)`` come when less than `count` bytes wait on the stream, if more do now.
  package func notify(on stream: StreamID, below count: Int) {
    unsafe state.pointee.notify(on: stream, below: count)
  }

  /// Ends the stream at once, in both directions; what is queued on it is dropped.
  ///
  /// - Parameters:
  ///   - stream: Any stream.
  ///   - code: What the peer is told.
  /// - Returns: Whether the stream was there to end.
  @discardableResult
  package func reset(_ stream: StreamID, _ code: ErrorCode) -> Bool {
    unsafe state.pointee.reset(stream, code)
  }

  /// Asks the peer for an answer, which comes as ``Event/pingAcknowledged(_:)``.
  package func ping(_ payload: UInt64) {
    unsafe state.pointee.ping(payload)
  }

  /// Tells the client that no new streams will be taken soon; those on their way still are.
  ///
  /// Then `ping`, and `goAway` when its answer shows that the client has read this.
  package func shutdownNotice() {
    unsafe state.pointee.shutdownNotice()
  }

  /// Takes no new streams from now on; those that are alive go on.
  ///
  /// - Parameters:
  ///   - code: What the peer is told.
  ///   - text: The same for a person who reads the peer's log.
  package func goAway(_ code: ErrorCode = .noError, text: String = "") {
    unsafe state.pointee.goAway(code, text)
  }
}
