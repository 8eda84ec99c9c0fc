internal import ConformanceWire

/// What they do to the ends of streams and connections.
enum EndSaboteurs {
  private typealias Kind = Frame.Kind

  static let all: [Saboteur] =
    [
      .silent("http2/ends/goaway-of-the-node", "ends without a word", Kind.goAway),
      .frames("http2/ends/goaway-of-the-node", "ends as if there were a mistake") { frame, _, _ in
        frame.type == Kind.goAway ? [.goAway(last: 1, Frame.Fault.internalError)] : [frame]
      },
      .frames("http2/ends/goaway-names-the-last", "forgets what it has taken") { frame, _, _ in
        frame.type == Kind.goAway ? [.goAway(last: 0, Frame.Fault.noError)] : [frame]
      },
      .frames("http2/ends/goaway-lets-calls-go-on", "drops its calls") { frame, _, _ in
        frame.type == Kind.headers ? [.resetStream(frame.stream, Frame.Fault.cancel)] : [frame]
      },
      .frames("http2/ends/goaway-of-the-client", "drops its calls") { frame, _, _ in
        frame.type == Kind.headers ? [.resetStream(frame.stream, Frame.Fault.cancel)] : [frame]
      },
      .silent("http2/ends/early-answer", "waits for the rest", Kind.resetStream),
      .frames("http2/client/goes-on-after-goaway", "drops its calls", from: 1) { frame, _, _ in
        frame.type == Kind.data ? [.resetStream(frame.stream, Frame.Fault.cancel)] : [frame]
      },
      .frames("http2/client/refused-is-made-again", "gives up", from: 3) { _, isFirst, _ in
        isFirst ? [.settings([]), .goAway(last: 0, Frame.Fault.noError)] : []
      },
    ]
    + ["calls-that-are-reset", "unread-answers", "others-go-on"].map { name in
      .frames("http2/flood/\(name)", "has nothing left for others", from: 3) { frame, isFirst, _ in
        isFirst ? [frame, .goAway(last: 0, Frame.Fault.enhanceYourCalm)] : []
      }
    }
}
