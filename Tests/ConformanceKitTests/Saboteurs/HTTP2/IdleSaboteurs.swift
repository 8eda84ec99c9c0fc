internal import ConformanceWire

/// Nodes that end connections at the wrong time, or without order.
enum IdleSaboteurs {
  private typealias Kind = Frame.Kind

  static let all: [Saboteur] = [
    // What it answers to the PING after the call comes as the end of the connection.
    .frames("http2/idle-end/not-before-its-time", "has no patience") { frame, _, _ in
      frame.type == Kind.ping ? [.goAway(last: 1, Frame.Fault.noError)] : [frame]
    },
    .frames("http2/idle-end/in-order", "ends as if there were a mistake") { frame, _, _ in
      frame.type == Kind.goAway || frame.type == Kind.ping
        ? [.goAway(last: 1, Frame.Fault.internalError)] : [frame]
    },
    .frames("http2/idle-end/not-with-a-call", "drops its calls") { frame, _, _ in
      frame.type == Kind.headers ? [.resetStream(frame.stream, Frame.Fault.cancel)] : [frame]
    },
  ]
}
