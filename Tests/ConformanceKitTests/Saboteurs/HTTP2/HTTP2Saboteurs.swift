internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "http2".
enum HTTP2Saboteurs {
  static let all =
    blind + strict + FrameSaboteurs.all + EndSaboteurs.all + IdleSaboteurs.all + TurnSaboteurs.all

  /// Groups of cases, or single ones, in which something is wrong that the node has to see.
  private static let wrong = [
    "preface/missing", "preface/cut", "preface/ping-before-settings", "limit/streams-beyond",
    "limit/frame-too-long", "limit/unknown-frame-too-long", "limit/header-list-large",
    "limit/header-list-very-large", "length/", "padding/too-long", "stream-zero/", "idle/",
    "stream-number/", "push/promise-of-a-client", "closed/", "settings/push", "settings/window",
    "window/zero", "window/overflow", "block/unknown",
    "block/continuation", "hpack/", "pseudo/", "field/", "content-length/",
    "trailers/with", "unknown/in-a-header-block", "value/", "flood/pings", "flood/settings",
    "flood/priorities", "flood/resets", "flood/window-updates", "flood/empty-data",
    "flood/unknown-frames", "flood/continuation", "client/window", "client/push",
    "client/call-of-the-called", "client/no-hpack", "client/data-on", "client/frame-too-long",
    "client/continuation-alone", "client/settings-cut", "window/overrun",
  ]

  /// Groups of cases, or single ones, in which nothing is wrong.
  private static let right = [
    "settings/unknown", "unknown/on", "flags/", "padding/taken", "priority/",
    "limit/frame-of-16384-bytes", "limit/header-list-of-8192-bytes", "limit/100-fields",
    "block/in-five-pieces", "trailers/ignored", "ends/reset-of-one", "ends/late-frames",
    "flood/100", "flood/ping-for-each-frame",
  ]

  private static let blind = paths(wrong).map { Saboteur.blind($0) }

  private static let strict = paths(right).map { path in
    Saboteur(path, "takes for a mistake what is none") {
      $0.frame = { frame in
        frame.isMarkedAnswer ? [.goAway(last: 0, Frame.Fault.protocolError)] : [frame]
      }
    }
  }

  private static func paths(_ groups: [String]) -> [String] {
    Catalogue.all.map(\.path).filter { path in
      groups.contains { path.hasPrefix("http2/" + $0) }
    }
  }
}

extension Frame {
  /// Whether it answers the PING by which these cases see that a node goes on.
  fileprivate var isMarkedAnswer: Bool {
    self == .ping(Array("go on???".utf8), isAnswer: true)
  }
}
