internal import ConformanceKit
internal import ConformanceWire

/// Frames of wrong lengths, at wrong places and with wrong numbers.
enum FrameMistakes {
  static let all = lengths + places + values + blocks

  private typealias Kind = Frame.Kind
  private typealias Fault = Frame.Fault
  private typealias Flag = Frame.Flag

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static let lengths: [Case] = [
    length("ping-too-short") { _ in Frame(Kind.ping, zeros(7)) },
    length("ping-too-long") { _ in Frame(Kind.ping, zeros(9)) },
    length("settings-cut") { _ in Frame(Kind.settings, zeros(5)) },
    length("settings-answer-not-empty") { _ in
      Frame(Kind.settings, flags: Flag.acknowledgement, zeros(6))
    },
    length("goaway-too-short") { _ in Frame(Kind.goAway, zeros(7)) },
    length("window-update-too-short") { Frame(Kind.windowUpdate, stream: $0, [0, 0, 1]) },
    length("window-update-too-long") { Frame(Kind.windowUpdate, stream: $0, [0, 0, 0, 1, 0]) },
    length("reset-too-short") { Frame(Kind.resetStream, stream: $0, zeros(3)) },
    length("headers-shorter-than-their-priority") {
      Frame(Kind.headers, flags: Flag.priority | Flag.endHeaders, stream: $0 + 2, zeros(4))
    },
    .streamError("http2/length/priority-too-short", "CONN-H2-LENGTH", Fault.frameSizeError) {
      [Frame(Kind.priority, stream: $1, zeros(4))]
    },
    padding("data") { Frame(Kind.data, flags: Flag.padded, stream: $0, [3, 0, 0]) },
    padding("headers") {
      Frame(
        Kind.headers, flags: Flag.padded | Flag.endHeaders, stream: $0 + 2, [9, 0x82, 0x87])
    },
  ]

  private static let places: [Case] = [
    zero("data") { _ in .data(0, [1]) },
    zero("headers") { _ in
      Frame(Kind.headers, flags: Flag.endHeaders, FieldBlock.literals(RawConnection.request))
    },
    zero("reset") { _ in .resetStream(0, Fault.cancel) },
    zero("priority") { Frame(Kind.priority, [0, 0, 0, UInt8(truncatingIfNeeded: $0), 1]) },
    zero("settings-on-a-stream") { Frame(Kind.settings, stream: $0) },
    zero("ping-on-a-stream") { Frame(Kind.ping, stream: $0, zeros(8)) },
    zero("goaway-on-a-stream") { Frame(Kind.goAway, stream: $0, zeros(8)) },
    idle("data") { .data($0, [1]) },
    idle("reset") { .resetStream($0, Fault.cancel) },
    idle("window-update") { .windowUpdate($0, 1) },
    .connectionError("http2/stream-number/even", "CONN-H2-STREAM-NUMBER", Fault.protocolError) {
      connection, stream in connection.whole(stream + 1)
    },
    .connectionError("http2/push/promise-of-a-client", "CONN-H2-PUSH", Fault.protocolError) {
      let block = FieldBlock.literals(RawConnection.request)
      return [
        Frame(Kind.pushPromise, flags: Flag.endHeaders, stream: $1, [0, 0, 0, 2] + block)
      ]
    },
    .connectionError("http2/limit/frame-too-long", "CONN-H2-LIMIT-FRAME", Fault.frameSizeError) {
      connection, stream in [.data(stream, tooLong(connection))]
    },
    .connectionError(
      "http2/limit/unknown-frame-too-long", "CONN-H2-LIMIT-FRAME", Fault.frameSizeError
    ) { connection, _ in [Frame(0x50, tooLong(connection))] },
    closed("data") { _, stream in .data(stream, [1]) },
    closed("headers") { connection, stream in connection.headers(stream, end: true) },
    afterReset("data-after-reset") { _, stream in .data(stream, [1]) },
    afterReset("headers-after-reset") { connection, stream in connection.headers(stream, end: true)
    },
  ]

  private static let values: [Case] = [
    setting("push-neither-on-nor-off", (Frame.Setting.enablePush, 2)),
    setting("frame-size-too-small", (Frame.Setting.maxFrameSize, 16_383)),
    setting("frame-size-too-large", (Frame.Setting.maxFrameSize, 1 << 24)),
    setting("window-too-large", (Frame.Setting.initialWindowSize, 1 << 31), Fault.flowControlError),
    .connectionError(
      "http2/window/zero-of-the-connection", "CONN-H2-WINDOW-ZERO", Fault.protocolError
    ) {
      _, _ in [.windowUpdate(0, 0)]
    },
    .streamError("http2/window/zero-of-a-stream", "CONN-H2-WINDOW-ZERO", Fault.protocolError) {
      [.windowUpdate($1, 0)]
    },
    .connectionError(
      "http2/window/overflow-of-the-connection", "CONN-H2-WINDOW-OVERFLOW", Fault.flowControlError
    ) { _, _ in [.windowUpdate(0, 0x7fff_ffff)] },
    .streamError(
      "http2/window/overflow-of-a-stream", "CONN-H2-WINDOW-OVERFLOW", Fault.flowControlError
    ) { [.windowUpdate($1, 0x7fff_ffff)] },
    .streamError(
      "http2/window/overflow-by-a-setting", "CONN-H2-WINDOW-OVERFLOW", Fault.flowControlError
    ) {
      [.windowUpdate($1, 65_536), .setting(Frame.Setting.initialWindowSize, 0x7fff_ffff)]
    },
  ]

  private static let blocks: [Case] = [
    block("another-frame-within") { _, stream in [.windowUpdate(stream, 1), end(stream + 2)] },
    block("unknown-frame-within") { _, stream in [Frame(0x50), end(stream + 2)] },
    block("other-headers-within") { connection, stream in [connection.headers(stream + 4)] },
    block("continuation-of-another-stream") { _, stream in [end(stream)] },
    .connectionError("http2/block/continuation-alone", "CONN-H2-BLOCK", Fault.protocolError) {
      [end($1)]
    },
    .connectionError("http2/block/continuation-after-the-end", "CONN-H2-BLOCK", Fault.protocolError)
    {
      [$0.headers($1 + 2), end($1 + 2)]
    },
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

  private static func length(
    _ name: String, _ frame: @escaping @Sendable (UInt32) -> Frame
  ) -> Case {
    .connectionError("http2/length/\(name)", "CONN-H2-LENGTH", Fault.frameSizeError) { [frame($1)] }
  }

  private static func padding(
    _ name: String, _ frame: @escaping @Sendable (UInt32) -> Frame
  ) -> Case {
    .connectionError(
      "http2/padding/too-long-in-\(name)", "CONN-H2-PADDING-LONG", Fault.protocolError
    ) {
      [frame($1)]
    }
  }

  private static func zero(
    _ name: String, _ frame: @escaping @Sendable (UInt32) -> Frame
  ) -> Case {
    .connectionError("http2/stream-zero/\(name)", "CONN-H2-STREAM-ZERO", Fault.protocolError) {
      [frame($1)]
    }
  }

  private static func idle(
    _ name: String, _ frame: @escaping @Sendable (UInt32) -> Frame
  ) -> Case {
    .connectionError("http2/idle/\(name)", "CONN-H2-IDLE", Fault.protocolError) { [frame($1 + 4)] }
  }

  /// After the end of a request, which goes to the node together with it.
  private static func closed(
    _ name: String, _ frame: @escaping @Sendable (RawConnection, UInt32) -> Frame
  ) -> Case {
    .wrongCall("http2/closed/\(name)", "CONN-H2-CLOSED", Fault.streamClosed) {
      $0.whole($1) + [frame($0, $1)]
    }
  }

  /// After a reset, which goes to the node together with it.
  private static func afterReset(
    _ name: String, _ frame: @escaping @Sendable (RawConnection, UInt32) -> Frame
  ) -> Case {
    .connectionError("http2/closed/\(name)", "CONN-H2-CLOSED-RESET", Fault.streamClosed) {
      [.resetStream($1, Fault.cancel), frame($0, $1)]
    }
  }

  private static func setting(
    _ name: String, _ setting: (id: UInt16, value: UInt32), _ code: UInt32 = Fault.protocolError
  ) -> Case {
    .connectionError("http2/settings/\(name)", "CONN-H2-SETTINGS-VALUE", code) { _, _ in
      [.setting(setting.id, setting.value)]
    }
  }

  /// In a block that was begun.
  private static func block(_ name: String, _ frames: @escaping RawConnection.Frames) -> Case {
    .connectionError("http2/block/\(name)", "CONN-H2-BLOCK", Fault.protocolError) {
      let start = FieldBlock.literals(RawConnection.request)
      return [Frame(Kind.headers, stream: $1 + 2, start)] + frames($0, $1)
    }
  }
}
