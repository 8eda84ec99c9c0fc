internal import ConformanceKit
internal import ConformanceWire

/// Frames of wrong lengths, at wrong places and with wrong numbers.
///
/// Each clause has the mistakes by which nodes go wrong most; what else RFC 9113 forbids, h2spec asks of any server.
enum FrameMistakes {
  private typealias Kind = Frame.Kind
  private typealias Fault = Frame.Fault
  private typealias Flag = Frame.Flag

  static let all: [Case] = lengths + places + numbers + blocks

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static let lengths: [Case] = [
    wrong("length/ping-too-short", "LENGTH", Fault.frameSizeError) { _ in
      Frame(Kind.ping, zeros(7))
    },
    wrong("length/settings-answer-not-empty", "LENGTH", Fault.frameSizeError) { _ in
      Frame(Kind.settings, flags: Flag.acknowledgement, zeros(6))
    },
    wrong("length/window-update-too-long", "LENGTH", Fault.frameSizeError) {
      Frame(Kind.windowUpdate, stream: $0, [0, 0, 0, 1, 0])
    },
    wrong("length/headers-shorter-than-their-priority", "LENGTH", Fault.frameSizeError) {
      Frame(Kind.headers, flags: Flag.priority | Flag.endHeaders, stream: $0 + 2, zeros(4))
    },
    .streamError("http2/length/priority-too-short", "CONN-H2-LENGTH", Fault.frameSizeError) {
      [Frame(Kind.priority, stream: $1, zeros(4))]
    },
    wrong("padding/too-long-in-data", "PADDING-LONG") {
      Frame(Kind.data, flags: Flag.padded, stream: $0, [3, 0, 0])
    },
  ]

  private static let places: [Case] = [
    wrong("stream-zero/headers", "STREAM-ZERO") { _ in
      Frame(Kind.headers, flags: Flag.endHeaders, FieldBlock.literals(RawConnection.request))
    },
    wrong("stream-zero/priority", "STREAM-ZERO") {
      Frame(Kind.priority, [0, 0, 0, UInt8(truncatingIfNeeded: $0), 1])
    },
    wrong("stream-zero/settings-on-a-stream", "STREAM-ZERO") { Frame(Kind.settings, stream: $0) },
    wrong("idle/data", "IDLE") { .data($0 + 4, [1]) },
    .connectionError("http2/stream-number/even", "CONN-H2-STREAM-NUMBER", Fault.protocolError) {
      connection, stream in connection.whole(stream + 1)
    },
    wrong("push/promise-of-a-client", "PUSH") {
      let block = FieldBlock.literals(RawConnection.request)
      return Frame(Kind.pushPromise, flags: Flag.endHeaders, stream: $0, [0, 0, 0, 2] + block)
    },
    .connectionError("http2/limit/frame-too-long", "CONN-H2-LIMIT-FRAME", Fault.frameSizeError) {
      connection, stream in [.data(stream, tooLong(connection))]
    },
    .connectionError(
      "http2/limit/unknown-frame-too-long", "CONN-H2-LIMIT-FRAME", Fault.frameSizeError
    ) { connection, _ in [Frame(0x50, tooLong(connection))] },
    // After the end of a request, and after a reset, which go to the node together with it.
    .wrongCall("http2/closed/headers", "CONN-H2-CLOSED", Fault.streamClosed) {
      $0.whole($1) + [$0.headers($1, end: true)]
    },
    .connectionError("http2/closed/data-after-reset", "CONN-H2-CLOSED-RESET", Fault.streamClosed) {
      _, stream in [.resetStream(stream, Fault.cancel), .data(stream, [1])]
    },
    .connectionError(
      "http2/closed/headers-after-reset", "CONN-H2-CLOSED-RESET", Fault.streamClosed
    ) {
      [.resetStream($1, Fault.cancel), $0.headers($1, end: true)]
    },
  ]

  private static let numbers: [Case] = [
    wrong("settings/push-neither-on-nor-off", "SETTINGS-VALUE") { _ in
      .setting(Frame.Setting.enablePush, 2)
    },
    wrong("settings/window-too-large", "SETTINGS-VALUE", Fault.flowControlError) { _ in
      .setting(Frame.Setting.initialWindowSize, 1 << 31)
    },
    wrong("window/zero-of-the-connection", "WINDOW-ZERO") { _ in .windowUpdate(0, 0) },
    .streamError("http2/window/zero-of-a-stream", "CONN-H2-WINDOW-ZERO", Fault.protocolError) {
      [.windowUpdate($1, 0)]
    },
    .streamError(
      "http2/window/overflow-by-a-setting", "CONN-H2-WINDOW-OVERFLOW", Fault.flowControlError
    ) { [.windowUpdate($1, 65_536), .setting(Frame.Setting.initialWindowSize, 0x7fff_ffff)] },
  ]

  private static let blocks: [Case] = [
    .connectionError("http2/block/unknown-frame-within", "CONN-H2-BLOCK", Fault.protocolError) {
      var start = $0.headers($1 + 2)
      start.flags &= ~Flag.endHeaders
      return [start, Frame(0x50), end($1 + 2)]
    },
    wrong("block/continuation-alone", "BLOCK") { end($0) },
  ]

  /// The rest of a block.
  private static func end(_ stream: UInt32) -> Frame {
    Frame(
      Kind.continuation, flags: Flag.endHeaders, stream: stream,
      FieldBlock.literals([HeaderField("more", "of it")]))
  }

  /// More than a frame may have by the node's SETTINGS.
  private static func tooLong(_ connection: RawConnection) -> [UInt8] {
    zeros(Int(connection.link.peerSettings[Frame.Setting.maxFrameSize] ?? 16_384) + 1)
  }

  /// One frame that ends the connection.
  private static func wrong(
    _ path: String, _ clause: String, _ code: UInt32 = Fault.protocolError,
    _ frame: @escaping @Sendable (UInt32) -> Frame
  ) -> Case {
    .connectionError("http2/" + path, "CONN-H2-" + clause, code) { [frame($1)] }
  }
}
