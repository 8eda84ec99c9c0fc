internal import ConformanceKit
internal import ConformanceWire

/// A connection to the node on which a case writes the frames of requests by hand.
final class RawConnection {
  let link: HTTP2Link
  private let device: Device
  private var next: UInt32 = 1

  /// A call that every node takes of its peer: a message each way.
  static let request = [
    HeaderField(":method", "POST"), HeaderField(":scheme", "https"),
    HeaderField(":path", "/dyad.v1.Trust/Confirm"), HeaderField(":authority", "localhost"),
    HeaderField("te", "trailers"), HeaderField("content-type", "application/grpc"),
  ]

  /// Connects as a peer, and waits until both sides know each other's SETTINGS.
  init(
    _ device: Device, settings: [(id: UInt16, value: UInt32)] = []
  ) throws {
    self.device = device
    link = try device.silentLink()
    // The answers are shorter than any window that is not shut by the case.
    link.opensWindows = false
    try link.start(settings: settings)
    while !link.hasSettings || !link.isAcknowledged { try link.pump() }
  }

  /// The message of the call, with gRPC's five bytes before it.
  var message: [UInt8] { message(extra: []) }

  /// The message, made longer by a field of so many bytes that nobody knows.
  func longMessage(_ count: Int) -> [UInt8] {
    message(extra: WireWriter.field(1_011, [UInt8](repeating: 0, count: count)))
  }

  private func message(extra: [UInt8]) -> [UInt8] {
    let request = Message(
      "ConfirmRequest",
      [
        "incarnation": .unsigned(device.incarnation),
        "port": .unsigned(UInt64(device.listener.port)),
      ])
    return MessageBuffer.framed(request.encoded() + extra)
  }

  /// The number of a stream that nobody has opened yet.
  func newStream() -> UInt32 {
    defer { next += 2 }
    return next
  }

  /// A block in one frame.
  func headers(
    _ stream: UInt32, _ fields: [HeaderField] = RawConnection.request, end: Bool = false
  ) -> Frame {
    Frame(
      Frame.Kind.headers,
      flags: Frame.Flag.endHeaders | (end ? Frame.Flag.endStream : 0), stream: stream,
      FieldBlock.literals(fields))
  }

  /// All of a call.
  func whole(
    _ stream: UInt32, _ fields: [HeaderField] = RawConnection.request
  ) -> [Frame] {
    [headers(stream, fields), .data(stream, message, end: true)]
  }

  /// Begins a call whose message does not come yet.
  func open() throws -> UInt32 {
    let stream = newStream()
    try link.write(headers(stream))
    return stream
  }

  /// Says the message of a call that was begun.
  func finish(_ stream: UInt32) throws {
    try link.write(.data(stream, message, end: true))
  }

  /// Makes a call, and sees it answered.
  func expectCall() throws {
    let stream = newStream()
    try link.write(whole(stream))
    try link.expectAnswer(stream)
  }

  /// Sees the node go on with this connection.
  func expectAlive() throws {
    try link.expectToGoOn()
    try expectCall()
  }

  /// Sees a call answered, and the node go on with this connection.
  func expectAnswer(_ stream: UInt32) throws {
    try link.expectAnswer(stream)
    try expectAlive()
  }

  /// Sees a call on another connection answered.
  func expectOthers() throws {
    let other = try RawConnection(device)
    try other.expectCall()
    other.link.close()
  }

  /// Writes frames that break a rule of the connection, and sees it end.
  func expectConnectionError(
    _ codes: Set<UInt32>, of frames: [Frame], insteadOf valid: [Frame] = [],
    isWordless: Bool = false
  ) throws {
    let question = [Frame.ping(HTTP2Link.mark)]
    try link.write(frames + question, insteadOf: valid + question)
    try link.expectConnectionError(codes, isWordless: isWordless)
    try expectOthers()
  }

  /// Writes frames that break a rule of a stream, and sees that end.
  func expectStreamError(
    _ stream: UInt32, _ codes: Set<UInt32>, of frames: [Frame], insteadOf valid: [Frame]
  ) throws {
    try link.write(frames, insteadOf: valid)
    if try link.expectStreamError(stream, codes) { try expectAlive() }
    try expectOthers()
  }

  /// Takes in frames until so much data of a stream came.
  func expectData(_ stream: UInt32, count: Int) throws {
    do {
      while received(stream) < count { try link.pump() }
    } catch {
      throw Deviation(expected: "\(count) bytes of the answer, as allowed", observed: "\(error)")
    }
  }

  /// Takes in frames until the node has ended the connection.
  func waitForEnd() throws {
    var hasEnded = false
    while !hasEnded {
      do throws(WireError) {
        try link.pump()
      } catch {
        guard case .closed = error else { throw error }
        hasEnded = true
      }
    }
  }

  /// How much data of a stream came.
  func received(_ stream: UInt32) -> Int { link.streams[stream]?.receivedCount ?? 0 }
}

extension Stage {
  /// A connection of the node's peer.
  func raw(settings: [(id: UInt16, value: UInt32)] = []) throws -> RawConnection {
    try RawConnection(peer().device, settings: settings)
  }

  /// A connection of the node's peer, and a stream on which nothing was said.
  func newCall() throws -> (connection: RawConnection, stream: UInt32) {
    let connection = try raw()
    return (connection, connection.newStream())
  }

  /// A connection of the node's peer, and a call on it whose message does not come yet.
  func openCall() throws -> (connection: RawConnection, stream: UInt32) {
    let connection = try raw()
    return (connection, try connection.open())
  }
}
