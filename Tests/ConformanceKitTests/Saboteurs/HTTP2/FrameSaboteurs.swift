internal import ConformanceKit
internal import ConformanceWire

/// What they do to single frames.
enum FrameSaboteurs {
  private typealias Kind = Frame.Kind

  static let all: [Saboteur] =
    ["http2/preface/settings-of-the-node", "http2/client/begins-with-settings"].map { path in
      .frames(path, "begins with something else", from: path.contains("client") ? 1 : 2) {
        frame, isFirst, _ in isFirst ? [.windowUpdate(0, 1), frame] : [frame]
      }
    } + [
      .frames("http2/settings/each-acknowledged", "acknowledges once") { frame, _, count in
        frame == .settingsAcknowledgement && count > 1 ? [] : [frame]
      },
      .frames("http2/settings/no-table", "keeps its table") { frame, _, _ in
        guard frame.type == Kind.headers else { return [frame] }
        var frame = frame
        frame.payload = [0x3f, 0xe1, 0x1f] + frame.payload
        return [frame]
      },
      .frames("http2/push/none-of-the-node", "pushes") { frame, _, _ in
        guard frame.type == Kind.headers else { return [frame] }
        let promise = Frame(
          Kind.pushPromise, flags: Frame.Flag.endHeaders, stream: frame.stream, [0, 0, 0, 2, 0x82])
        return [promise, frame]
      },
      .frames("http2/limit/100-streams", "allows 50") { frame, isFirst, _ in
        isFirst ? [.settings([(3, 50)])] : [frame]
      },
      .frames("http2/ping/answered", "answers with other bytes") { frame, _, _ in
        frame.type == Kind.ping ? [.ping(frame.payload.reversed(), isAnswer: true)] : [frame]
      },
      .frames("http2/ping/answer-not-answered", "answers answers") { frame, _, _ in
        frame.type == Kind.ping
          ? [.ping(Array("unasked!".utf8), isAnswer: true), frame] : [frame]
      },
      .frames("http2/client/answers-pings", "answers with other bytes", from: 1) { frame, _, _ in
        frame.type == Kind.ping ? [.ping(frame.payload.reversed(), isAnswer: true)] : [frame]
      },
      .silent(
        "http2/padding/counted", "gives no credit for padding", Kind.windowUpdate,
        onStreamsAlone: true),
      .frames("http2/padding/none-of-the-node", "pads its answers") { frame, _, _ in
        guard frame.type == Kind.data else { return [frame] }
        var frame = frame
        frame.flags |= Frame.Flag.padded
        frame.payload = [2] + frame.payload + [0, 0]
        return [frame]
      },
    ] + windows

  private static let windows: [Saboteur] = [
    .frames("http2/window/of-a-stream", "does not look at the window") { frame, _, _ in
      frame.type == Kind.data ? [longer(frame)] : [frame]
    },
    .silent("http2/window/of-a-stream", "does not go on", Kind.data),
    .frames("http2/window/shut", "does not look at the window") { frame, _, _ in
      frame.type == Kind.ping ? [.data(1, [0]), frame] : [frame]
    },
    .frames("http2/window/of-the-connection", "does not look at the window", from: 3) {
      frame, _, _ in
      guard frame.type == Kind.data, frame.payload.count > 1_000 else { return [frame] }
      return [frame] + (0..<8).map { _ in .data(frame.stream, zeros(16_384)) }
    },
    .frames("http2/window/piece-by-piece", "does not look at the window", from: 3) {
      frame, _, _ in
      frame.type == Kind.data && frame.payload.count > 1_000 ? [longer(frame)] : [frame]
    },
    .silent("http2/window/opened-by-a-setting", "does not go on", Kind.data),
    .frames("http2/window/below-zero", "takes 0 for the least") { frame, _, count in
      frame == .settingsAcknowledgement && count == 2 ? [frame, .data(1, [0])] : [frame]
    },
    .silent("http2/window/given-for-what-was-taken", "gives no credit", Kind.windowUpdate),
    .frames("http2/window/one-shut-others-open", "lets the others wait") { frame, _, _ in
      frame.type == Kind.data && frame.stream > 1 ? [] : [frame]
    },
    .frames("http2/client/keeps-to-windows", "does not look at the window", from: 1) {
      frame, _, _ in frame.type == Kind.data ? [longer(frame)] : [frame]
    },
  ]

  private static func longer(_ frame: Frame) -> Frame {
    .data(frame.stream, frame.payload + zeros(10_000))
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
