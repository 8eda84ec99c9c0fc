internal import ConformanceWire

/// Nodes that keep another order, or end more or less than they should.
enum TurnSaboteurs {
  private typealias Kind = Frame.Kind
  /// How many calls the case makes.
  private static let callCount = 60

  static let all: [Saboteur] = [
    Saboteur("http2/ping/ahead-of-answers", "answers in the order of the questions") {
      let (connections, kept, ended) = (ConnectionCount(), Memory([Frame]()), Count())
      $0.frame = { frame in
        connections.note(frame)
        if frame == .ping(Array("ahead???".utf8), isAnswer: true) {
          kept.value.append(frame)
          return []
        }
        // On the first connection the two became a pair.
        guard connections.count > 1, frame.type == Kind.headers, frame.has(Frame.Flag.endStream),
          ended.next() >= callCount - 1
        else { return [frame] }
        defer { kept.value = [] }
        return [frame] + kept.value
      }
    },
    .frames("http2/effect/a-stream-or-all-of-it", "ends all of it with another code") {
      frame, _, _ in
      frame.type == Kind.resetStream || frame.type == Kind.goAway
        ? [.goAway(last: 3, Frame.Fault.internalError)] : [frame]
    },
    .frames("http2/effect/a-stream-or-all-of-it", "takes the others along") { frame, _, _ in
      guard frame.type == Kind.headers else { return [frame] }
      return [.resetStream(frame.stream, Frame.Fault.protocolError)]
    },
    .frames("http2/effect/nothing-less-than-all", "ends the stream alone") { frame, _, _ in
      guard frame.type == Kind.goAway else { return [frame] }
      return [
        .resetStream(5, Frame.Fault.compressionError),
        .ping(Array("go on???".utf8), isAnswer: true),
      ]
    },
  ]
}
