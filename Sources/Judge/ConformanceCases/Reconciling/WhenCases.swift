internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// When a reconciliation is due, and what waits for it.
enum WhenCases {
  private struct Cursor {
    var path: String
    var clause: String
    /// Makes a place of a log whose last entry is known.
    var place: @Sendable (_ head: Value) -> Value
  }

  private static let cursors = [
    Cursor(path: "cursor-of-another-incarnation", clause: "SYNC-CURSOR-TAG") { head in
      ["position": head["position"], "incarnation": .unsigned(head["incarnation"].word ^ 1)]
    },
    Cursor(path: "cursor-ahead-of-the-log", clause: "SYNC-CURSOR-TAG") { head in
      [
        "position": .integer(head["position"].number + 1_000_000),
        "incarnation": head["incarnation"],
      ]
    },
  ]

  static let all =
    cursors.flatMap { cursor in
      [
        Case("reconciling/when/\(cursor.path)-at-the-phone", cursor.clause, of: .phone) { stage in
          let peer = try logged(stage)
          peer.cursor = cursor.place(peer.cursor)
          let session = try peer.open()
          try Deviation.unless(
            peer.greetUntilWelcome(session)["must_reconcile"].isTrue,
            "a welcome that wants a reconciliation, as the cursor does not serve",
            "a welcome that wants none")
        },
        Case("reconciling/when/\(cursor.path)-at-the-watch", cursor.clause, of: .watch) { stage in
          let peer = try logged(stage)
          let session = try peer.open()
          peer.cursor = cursor.place(peer.cursor)
          try peer.welcome(session)
          _ = try session.expect("reconcile", passing: ["acknowledgement", "questions"])
        },
      ]
    } + [
      Case("reconciling/when/cursor-serves", "SYNC-RECONCILE-WHEN", of: .phone) { stage in
        let peer = try logged(stage)
        let session = try peer.open()
        try Deviation.unless(
          !peer.greetUntilWelcome(session)["must_reconcile"].isTrue,
          "a welcome that wants no reconciliation, as both cursors serve",
          "a welcome that wants one")
      },
      Case("reconciling/when/the-welcome-says-so", "SYNC-RECONCILE-WHEN", of: .watch) { stage in
        let session = try stage.peer().openGreeted(mustReconcile: true)
        _ = try session.expect("reconcile", passing: ["acknowledgement", "questions"])
      },
      Case("reconciling/when/unequal", "SYNC-RECONCILE-WHEN", of: .watch) { stage in
        let session = try stage.peer().openGreeted(mustReconcile: false)
        try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
        _ = try session.expect("compare", passing: ["acknowledgement", "questions"])
        try session.say(Message("SyncMessage", ["compared": ["verdict": 2]]))
        _ = try session.expect("reconcile", passing: ["acknowledgement", "questions"])
      },
      Case("reconciling/when/no-batch-before-both-have-told", "SYNC-RECONCILE-WHEN") { stage in
        let (peer, heart, steps) = try SeveralPartCases.shared(stage)
        peer.forget()
        let talk = try Reconciliation(peer)
        try talk.session.expectAlive()
        try talk.say(peer.listing([]))
        if stage.target == .watch {
          guard talk.earlyBatches == 0 else { throw early }
        } else {
          try talk.finish()
          guard talk.earlyBatches == 0 else { throw early }
        }
        // What the peer does not have comes then.
        while peer.rows[heart.dot] == nil || peer.rows[steps.dot] == nil {
          try peer.take(
            try talk.session.hear("the samples that the peer lacks, once both have told"),
            in: talk.session)
        }
      },
    ]

  private static let early = Deviation(
    expected: "no batch before the reconciliation is over", observed: "a batch before that")

  /// A peer that has processed all of the node's log, which has a death.
  private static func logged(_ stage: Stage) throws -> Peer {
    let peer = try stage.peer()
    let sample = peer.heartRate(secondsAgo: 3600)
    try peer.share([sample])
    let session = try peer.ready()
    try peer.deliver(peer.burial([sample]), in: session)
    // The node passes the death on, so that its log has it.
    while peer.cursor["position"].number == 0 {
      try peer.take(
        try session.hear("the death of the node's log, which passes every death on"), in: session)
    }
    try session.end()
    return peer
  }
}

extension Peer {
  /// A session in which the watch under test has been welcomed.
  func openGreeted(mustReconcile: Bool) throws -> Session {
    let session = try open()
    try welcome(session) { $0.value["welcome"]["must_reconcile"] = .flag(mustReconcile) }
    return session
  }
}
