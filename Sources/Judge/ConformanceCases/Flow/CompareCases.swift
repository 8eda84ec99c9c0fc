internal import ConformanceKit
internal import ConformanceWire

/// Whether both hold the same: the question, its time, and the answer.
enum CompareCases {
  static let all = asked + answered

  private static let asked = [
    Case("flow/compare/root-of-all-live-dots", "SYNC-COMPARE-ASK", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<5).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try peer.deliver(peer.burial([samples[2]]), in: session)
      try peer.settleEither(session)
    },
    Case("flow/compare/root-of-nothing", "PART-ROOT-EMPTY", of: .watch) { stage in
      let session = try stage.ready().session
      let root = try session.expect("compare")
      try Deviation.unless(
        root["count"].word == 0 && root["high"].word == 0 && root["low"].word == 0,
        "a root of 0, because nothing is held", "\(root)")
    },
    Case("flow/compare/not-before-all-is-acknowledged", "SYNC-COMPARE-ASK", of: .watch) { stage in
      let (peer, session, _) = try unacknowledged(stage)
      try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
      let early = try peer.ask(session, isTaking: false).filter { SyncKind.of($0) == "compare" }
      try Deviation.unless(
        early.isEmpty, "no comparison while a batch of the watch is not acknowledged", "'compare'")
      peer.heard = 1 << 20
      try peer.acknowledge(in: session)
      _ = try session.expect("compare")
    },
    Case("flow/compare/as-soon-as-it-is-wanted", "SYNC-COMPARE-WANTED", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      for _ in 0..<2 { try peer.settleEither(session) }
    },
    Case(
      "flow/compare/again-after-busy", "SYNC-COMPARE-WANTED", of: .watch, needs: [.clock]
    ) { stage in
      let (peer, session) = try stage.ready()
      try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
      for seconds in [2.0, 4] {
        _ = try session.expect("compare")
        try session.say(Message("SyncMessage", ["compared": ["verdict": 3]]))
        // It may wait a little longer each time; what it hears after the verdict finds it waiting.
        try peer.ask(session)
        try stage.node().advanceClock(seconds)
      }
      _ = try session.expect("compare")
    },
    Case("flow/compare/unequal-makes-it-reconcile", "SYNC-RECONCILE-WHEN", of: .watch) { stage in
      let session = try stage.ready().session
      _ = try session.expect("compare")
      try session.say(Message("SyncMessage", ["compared": ["verdict": 2]]))
      _ = try session.expect("reconcile")
    },
  ]

  private static let answered = [
    Case("flow/compare/equal", "SYNC-COMPARE-ANSWER", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<3).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try expect(1, of: Root(of: samples.map(\.dot)), session)
    },
    Case("flow/compare/equal-of-nothing", "PART-ROOT-EMPTY", of: .phone) { stage in
      let session = try stage.peer().ready()
      try session.say(Message("SyncMessage", ["compare": [:]]))
      try expect(1, try session.expect("compared"))
    },
    Case("flow/compare/unequal", "SYNC-COMPARE-ANSWER", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<3).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try expect(2, of: Root(of: samples.dropLast().map(\.dot)), session)
    },
    Case("flow/compare/unequal-by-sum-alone", "PART-ROOT-SUM", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      let root = Root(of: [sample.dot])
      for wrong in [
        Root(count: 1, high: root.high ^ 1, low: root.low),
        Root(count: 1, high: root.high, low: root.low ^ 1),
      ] {
        try expect(2, of: wrong, session)
      }
      try expect(1, of: root, session)
    },
    Case("flow/compare/only-what-the-watch-keeps", "SYNC-COMPARE-ANSWER", of: .phone) { stage in
      let peer = try stage.peer()
      var session = try peer.ready()
      let samples = [peer.heartRate(60), peer.heartRate(61, secondsAgo: 20_000)]
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      // A sample that ends at the floor is inside.
      for (floor, count) in [(samples[1].end, 2), (samples[1].end + 1, 1)] {
        peer.floor = floor
        peer.known = ["others_from": .double(floor)]
        peer.view ^= 2
        session = try peer.ready()
        try expect(1, of: Root(of: samples.prefix(count).map(\.dot)), session)
        try session.end()
      }
    },
    Case("flow/compare/busy-until-all-is-acknowledged", "SYNC-COMPARE-ANSWER", of: .phone) {
      stage in
      let (peer, session, sample) = try unacknowledged(stage)
      // It holds the same by now, and the phone does not know that.
      try expect(3, of: Root(of: [sample.dot]), session)
      peer.heard = 1 << 20
      try peer.acknowledge(in: session)
      try expect(1, of: Root(of: [sample.dot]), session)
    },
  ]

  /// Asks and sees what is answered.
  private static func expect(_ verdict: Int64, of root: Root, _ session: Session) throws {
    try session.say(Message("SyncMessage", ["compare": root.value]))
    try expect(verdict, try session.expect("compared", passing: ["compare_wanted"]))
  }

  private static func expect(_ verdict: Int64, _ answer: Value) throws {
    let names = ["no verdict", "EQUAL", "UNEQUAL", "BUSY"]
    let said = answer["verdict"].number
    try Deviation.unless(
      said == verdict, names[Int(verdict)],
      (0...3).contains(said) ? names[Int(said)] : "verdict \(said)")
  }

  /// A session in which the node has told again what the peer saved, and waits for the acknowledgement.
  private static func unacknowledged(_ stage: Stage) throws -> (Peer, Session, Sample) {
    let peer = try stage.peer()
    let sample = peer.heartRate()
    try peer.tell { [peer.batch([sample])] }
    peer.forget()
    let session = try peer.ready()
    try peer.apply(try session.expect("batch"))
    return (peer, session, sample)
  }
}
