internal import ConformanceKit
internal import ConformanceWire

/// The node as the one that calls: a watch, to which the tool is the phone.
enum ClientCases {
  static let all =
    [
      Case("http2/client/begins-with-settings", "CONN-H2-PREFACE", of: .watch) { stage in
        let link = try stage.peer().device.acceptLink()
        let first = try Deviation.unlessThere(
          link.readFrame(), "SETTINGS", "the end of the connection")
        try Deviation.unless(
          first.type == Frame.Kind.settings && !first.has(Frame.Flag.acknowledgement),
          "SETTINGS as the first frame", "\(first)")
      },
      Case("http2/client/answers-pings", "CONN-H2-PING", of: .watch) { stage in
        let session = try stage.peer().open()
        try session.link.ping()
      },
      Case("http2/client/keeps-to-windows", "CONN-H2-WINDOW", of: .watch) { stage in
        let peer = try stage.peer()
        peer.device.http2Settings = [(id: Frame.Setting.initialWindowSize, value: 20)]
        _ = try peer.open().expect("hello")
      },
      Case("http2/client/goes-on-after-goaway", "CONN-H2-GOAWAY-PEER", of: .watch) { stage in
        let (peer, session) = try stage.open()
        let id = session.call.stream.id
        try session.link.write(.goAway(last: id, Frame.Fault.noError))
        _ = try session.expect("hello")
        // Without the session it has nothing to do there, and calls again elsewhere.
        try session.call.end(14)
        _ = try peer.open().expect("hello")
      },
      Case("http2/client/refused-is-made-again", "CONN-H2-REFUSED", of: .watch) { stage in
        let peer = try stage.peer()
        let call = try peer.acceptUnanswered()
        try call.stream.reset(Frame.Fault.refusedStream)
        call.stream.link.close()
        peer.ordinal = 1
        _ = try peer.open().expect("hello")
      },
      mistake("window-too-large", "CONN-H2-SETTINGS-VALUE", Frame.Fault.flowControlError) { _ in
        .setting(Frame.Setting.initialWindowSize, 1 << 31)
      },
      mistake("push", "CONN-H2-PUSH", Frame.Fault.protocolError) {
        Frame(
          Frame.Kind.pushPromise, flags: Frame.Flag.endHeaders, stream: $0,
          [0, 0, 0, 2] + FieldBlock.literals(RawConnection.request))
      },
      mistake("call-of-the-called", "CONN-H2-STREAM-NUMBER", Frame.Fault.protocolError) { _ in
        Frame(
          Frame.Kind.headers, flags: Frame.Flag.endHeaders, stream: 2,
          FieldBlock.literals(RawConnection.request))
      },
      mistake("no-hpack", "CONN-H2-HPACK", Frame.Fault.compressionError) {
        Frame(Frame.Kind.headers, flags: Frame.Flag.endHeaders, stream: $0, [0x80])
      },
      mistake("window-zero", "CONN-H2-WINDOW-ZERO", Frame.Fault.protocolError) { _ in
        .windowUpdate(0, 0)
      },
      mistake("window-overflow", "CONN-H2-WINDOW-OVERFLOW", Frame.Fault.flowControlError) { _ in
        .windowUpdate(0, 0x7fff_ffff)
      },
      mistake("data-on-stream-zero", "CONN-H2-STREAM-ZERO", Frame.Fault.protocolError) { _ in
        .data(0, [1])
      },
      mistake("data-on-an-idle-stream", "CONN-H2-IDLE", Frame.Fault.protocolError) {
        .data($0 + 100, [1])
      },
      Case("http2/client/frame-too-long", "CONN-H2-LIMIT-FRAME", of: .watch) { stage in
        try expectEnd(of: stage, Frame.Fault.frameSizeError) { session in
          // No more than the node can take in while it ends, or its last word is lost.
          let limit = session.link.peerSettings[Frame.Setting.maxFrameSize] ?? 16_384
          return Frame(0x50, [UInt8](repeating: 0, count: Int(limit) + 1))
        }
      },
      mistake("continuation-alone", "CONN-H2-BLOCK", Frame.Fault.protocolError) {
        Frame(Frame.Kind.continuation, flags: Frame.Flag.endHeaders, stream: $0)
      },
      mistake("settings-cut", "CONN-H2-LENGTH", Frame.Fault.frameSizeError) { _ in
        Frame(Frame.Kind.settings, [1, 2, 3])
      },
    ]

  /// A frame of the phone that breaks a rule of the connection: it ends, and the watch calls again.
  private static func mistake(
    _ name: String, _ clause: String, _ code: UInt32,
    _ frame: @escaping @Sendable (_ stream: UInt32) -> Frame
  ) -> Case {
    Case("http2/client/\(name)", clause, of: .watch) { stage in
      try expectEnd(of: stage, code) { frame($0.call.stream.id) }
    }
  }

  private static func expectEnd(
    of stage: Stage, _ code: UInt32, by frame: (Session) throws -> Frame
  ) throws {
    let (peer, session) = try stage.open()
    _ = try session.expect("hello")
    let question = Frame.ping(HTTP2Link.mark)
    try session.link.write([frame(session), question], insteadOf: [question])
    try session.link.expectConnectionError([code])
    _ = try peer.open().expect("hello")
  }
}

extension Peer {
  /// The watch's call, which nothing was said to yet.
  fileprivate func acceptUnanswered() throws -> Call {
    while true {
      let call = try Call.accept(device.acceptLink(), by: scene.deadline)
      if call.method == "dyad.v1.Sync/Session" { return call }
      try device.answer(call)
    }
  }
}
