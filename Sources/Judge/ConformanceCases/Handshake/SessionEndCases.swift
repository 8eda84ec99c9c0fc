internal import ConformanceKit
internal import ConformanceWire

/// How a session ends, and how its call does.
enum SessionEndCases {
  static let all = [
    Case("handshake/end/is-not-answered", "SYNC-END-LAST") { stage in
      let session = try stage.ready().session
      try session.say(Message("SyncMessage", ["ended": ["reason": 6, "detail": "that is all"]]))
      while true {
        guard case .message(let bytes) = try session.receive() else { return }
        let message = try Message("SyncMessage", decoding: bytes)
        try Deviation.unless(
          SyncKind.of(message) != "ended", "an end that is not answered", "'ended': \(message.text)"
        )
      }
    },
    Case("handshake/end/keeps-what-was-applied", "SYNC-END-LAST") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try session.sayBytes([0xff, 0xff])
      try session.expectEnd(.violation, not: ["acknowledgement"])
      try session.end()
      let (held, _) = try peer.observe()
      try Deviation.unless(
        held.rows[sample.dot] == sample, "what was applied before the session ended",
        "it is not held")
    },
    Case("handshake/end/nothing-of-a-malformed-message", "SYNC-MALFORMED") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      let valid = peer.batch(of: [sample])
      var broken = valid
      // A run without rows for its type is no message, whatever the run before it says.
      broken["batch"]["runs"].append(["type": .text(Sample.sleepType), "count": 3])
      try session.say(broken, insteadOf: valid)
      try session.expectEnd(.violation, not: ["acknowledgement"])
      try session.end()
      let (held, _) = try peer.observe()
      try Deviation.unless(
        held.rows[sample.dot] == nil, "nothing of a batch that breaks a rule", "its sample is held")
    },
    Case("handshake/end/with-the-call", "SYNC-CALL-END", of: .phone) { stage in
      let session = try stage.ready().session
      try session.end()
      while case .message(let bytes) = try session.receive() {
        let message = try Message("SyncMessage", decoding: bytes)
        try Deviation.unless(
          ["compare", "acknowledgement"].contains(SyncKind.of(message)), "the end of the call",
          "'\(SyncKind.of(message))'")
      }
    },
    Case("handshake/end/closes-after-the-last-word", "SYNC-CALL-END") { stage in
      let session = try stage.ready().session
      try session.sayBytes([0xff, 0xff])
      // This side stays open; the node closes its own nevertheless.
      try session.expectEnd(.violation, not: ["acknowledgement"])
    },
    Case("handshake/end/status-is-ok", "SYNC-CALL-STATUS", of: .phone) { stage in
      let session = try stage.ready().session
      try session.sayBytes([0xff, 0xff])
      try session.expectEnd(.violation, not: ["acknowledgement"])
      guard let end = session.call.end, end.code == 0 else {
        throw Deviation(
          expected: "a call that ends with OK, because its last word was said",
          observed: session.call.end.map { "\($0)" } ?? "no status")
      }
    },
  ]
}
