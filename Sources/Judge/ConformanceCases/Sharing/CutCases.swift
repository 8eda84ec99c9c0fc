internal import ConformanceKit
internal import ConformanceWire

/// Connections that are lost after any message, and nodes that are killed: what was acknowledged is durable,
/// and the next handshake tells how to go on.
enum CutCases {
  /// The messages of a small exchange, and what is held once all of it is told.
  private struct Script {
    let live: [Sample]
    let dead: [Sample]
    let pieces: [Value]
    let messages: [Message]

    init(_ peer: Peer) {
      let rates = (0..<3).map { peer.heartRate(Double(70 + $0)) }
      let (document, pieces) = SharedDocumentCases.document(peer, count: 900, pieceLength: 500)
      self.pieces = pieces
      live = [rates[1], document]
      dead = [rates[0], rates[2]]
      messages =
        [
          peer.batch(of: [rates[0], rates[1]]), peer.batch(of: [rates[2]]), peer.burial([rates[0]]),
        ]
        + pieces.map { peer.documents([$0]) }
        + [peer.batch(of: [document]), peer.burial([rates[2]])]
      // It covers what it told.
      for sample in live + dead { peer.vector.insert(sample.dot) }
    }
  }

  /// How many messages there are.
  private static let count = 7

  static let all =
    ((0...count).map(cut) + (0...count).map(killed) + [1, 4, 7].map(killedInTheMiddle))
    .map { $0.sendingDocuments() } + [
      Case("sharing/cut/while-the-node-speaks", "SYNC-ASSUME-ACK") { stage in
        let peer = try stage.peer()
        let samples = (0..<20).map { peer.heartRate(Double(60 + $0)) }
        try peer.tell { [peer.batch(samples)] }
        peer.forget()
        peer.floor = Instant.beginning
        // It is gone when the first batch comes, and has taken nothing of it.
        let (session, _) = try peer.begin { message in
          for kind in ["hello", "welcome"] where message[kind].isPresent {
            message.value[kind]["limits"]["samples"] = 1
          }
        }
        _ = try session.expect("batch", passing: ["acknowledgement", "questions", "compare"])
        session.link.close()
        try peer.look().expect(samples, "what was told to a peer that was lost, told again")
      },
      Case("sharing/cut/in-the-handshake", "SYNC-ASSUME-ACK") { stage in
        let peer = try stage.peer()
        let sample = peer.heartRate()
        let first = try peer.open()
        if peer.device.role == .watch {
          try first.say(peer.hello())
        } else {
          _ = try first.expect("hello")
        }
        first.link.close()
        try peer.tell { [peer.batch([sample])] }
        try peer.look().expect([sample], "a sample that is told after a handshake that was cut")
      },
    ]

  private static func words(_ count: Int) -> String {
    ["no", "one", "two", "three", "four", "five", "six", "seven"][count]
      + (count == 1 ? "-message" : "-messages")
  }

  /// The connection is lost after so many messages, none of which was waited for.
  private static func cut(_ count: Int) -> Case {
    Case("sharing/cut/lost-after-\(words(count))", "SYNC-ASSUME-ACK") { stage in
      let (peer, session) = try stage.ready()
      let script = Script(peer)
      for message in script.messages.prefix(count) { try session.say(message) }
      session.link.close()
      try finish(script, peer)
    }
  }

  /// The node is killed after it has acknowledged so many messages.
  private static func killed(_ count: Int) -> Case {
    Case("sharing/cut/killed-after-\(words(count))", "SYNC-DURABLE-FIRST", needs: [.restart]) {
      stage in
      let (peer, session) = try stage.ready()
      let script = Script(peer)
      let told = script.messages.prefix(count)
      for message in told { try peer.deliver(message, in: session) }
      session.link.close()
      try stage.node().restart(kill: true)
      let (again, introduction) = try peer.begin()
      let vector = try peer.vector(of: introduction)
      for message in told {
        let covers = try Vector(message["batch"]["covers"])
        try Deviation.unless(
          vector.covers(covers), "covered still what was acknowledged before the kill",
          "a vector without it")
        let end = message["batch"]["log"]["end"]["position"].number
        try Deviation.unless(
          introduction["cursor"]["position"].number >= end,
          "a cursor no lower than what was acknowledged before the kill",
          "position \(introduction["cursor"]["position"].number)")
      }
      try peer.resume(
        script.live + script.dead, dead: script.dead, pieces: script.pieces, after: introduction,
        in: again)
      try again.end()
      try expectAll(script, peer)
    }
  }

  /// The node is killed while so many messages are on their way.
  private static func killedInTheMiddle(_ count: Int) -> Case {
    Case("sharing/cut/killed-within-\(words(count))", "SYNC-ASSUME-ACK", needs: [.restart]) {
      stage in
      let (peer, session) = try stage.ready()
      let script = Script(peer)
      for message in script.messages.prefix(count) { try session.say(message) }
      try stage.node().restart(kill: true)
      session.link.close()
      try finish(script, peer)
    }
  }

  /// Goes on by what the node says of itself in the next handshake, and looks at what it holds then.
  private static func finish(_ script: Script, _ peer: Peer) throws {
    let (session, introduction) = try peer.begin()
    try peer.resume(
      script.live + script.dead, dead: script.dead, pieces: script.pieces, after: introduction,
      in: session)
    try session.end()
    try expectAll(script, peer)
  }

  private static func expectAll(_ script: Script, _ peer: Peer) throws {
    let held = try peer.look()
    try held.expect(script.live, "all that was told, whatever was lost on the way")
    try held.expectDeaths(of: script.dead, "every death, passed on")
    guard let document = script.live.last else { return }
    try Deviation.unless(
      try SharedDocumentCases.bytes(of: document, peer)
        == script.pieces.flatMap { $0["bytes"].data }, "the document's bytes", "others")
  }
}
