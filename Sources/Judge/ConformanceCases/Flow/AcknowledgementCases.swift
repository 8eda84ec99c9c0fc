internal import ConformanceKit
internal import ConformanceWire

/// What is acknowledged, when, and in which session.
enum AcknowledgementCases {
  static let all = [
    Case("flow/acknowledgement/owed-for-a-batch", "SYNC-ACK-OWED") { stage in
      let (peer, session) = try stage.ready()
      let batch = peer.batch([peer.heartRate()])
      try session.say(batch)
      _ = try session.expect("acknowledgement", passing: ["compare", "batch"])
    },
    Case("flow/acknowledgement/owed-for-what-changes-nothing", "SYNC-ACK-OWED") { stage in
      let (peer, session) = try stage.ready()
      let batch = peer.batch([peer.heartRate()])
      try peer.deliver(batch, in: session)
      try peer.deliver(batch, in: session)
    },
    Case("flow/acknowledgement/counts-all-of-the-session", "SYNC-ACK-OWED") { stage in
      let (peer, session) = try stage.ready()
      for _ in 0..<5 {
        let batch = peer.batch([peer.heartRate()])
        try session.say(batch)
        try peer.noteTold(batch)
      }
      var last = 0
      while last < peer.told {
        let answer = try session.expect("acknowledgement", passing: ["compare", "batch"])
        let received = Int(answer["received"].number)
        try Deviation.unless(
          received >= last && received <= peer.told, "numbers that grow up to \(peer.told)",
          "\(received) after \(last)")
        last = received
      }
    },
    Case("flow/acknowledgement/begins-anew-with-the-session", "SYNC-ACK-SESSION") { stage in
      let peer = try stage.peer()
      let first = try peer.ready()
      try peer.weigh(peer.batch([peer.heartRate()]), in: first)
      try first.end()
      try peer.weigh(peer.batch([peer.heartRate()]), in: try peer.ready())
    },
    Case("flow/acknowledgement/covers-what-it-acknowledges", "SYNC-ACK-OWED") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try session.say(peer.batch([sample]))
      let answer = try session.expect("acknowledgement", passing: ["compare", "batch"])
      let vector = try Vector(news: answer["vector"], having: [])
      try Deviation.unless(
        vector.covers(sample.dot), "a vector that covers the sample of the batch", "one without it")
    },
    Case("flow/acknowledgement/has-the-place-in-the-log", "SYNC-ACK-OWED") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try session.say(peer.burial([sample]))
      let answer = try session.expect("acknowledgement", passing: ["compare", "batch"])
      try Deviation.unless(
        answer["cursor"] == peer.headPlace, "the end of the stretch of the log as the cursor",
        "position \(answer["cursor"]["position"].number)")
    },
    Case("flow/acknowledgement/lost-session-starts-over", "SYNC-ASSUME-ACK") { stage in
      let peer = try stage.peer()
      var session = try peer.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try session.end()
      // It hears the batch and says nothing of it: in the next session it comes again.
      for _ in 0..<2 {
        peer.forget()
        session = try peer.ready()
        let batch = try session.expect("batch", passing: ["compare"])
        try Deviation.unless(
          Peer.dots(of: [batch]).contains(sample.dot), "the sample that was never acknowledged",
          "another batch")
        try session.end()
      }
    },
  ]
}
