internal import ConformanceKit
internal import ConformanceWire

/// Vectors of many intervals: told whole, and made by a difference.
enum LargeVectorCases {
  /// How many intervals each of two streams has: one is permitted, and both are not.
  private static let count = 140_000

  static let all = [
    bound("by-a-difference", isTooMuch: true), bound("below-it-by-a-difference", isTooMuch: false),
    Case("handshake/vector-bound/told-whole", "SYNC-VECTOR-BOUND") { stage in
      let (peer, session) = try stage.open()
      var valid = try peer.opening(session)
      valid[peer.openingKind]["vector"] = ["whole": vector([count])]
      var broken = valid
      broken[peer.openingKind]["vector"] = ["whole": vector([count, count])]
      try session.say(broken, insteadOf: valid)
      try session.expectEnd(.violation, not: peer.openingAnswers)
    },
  ]

  /// A vector that is permitted, and what an acknowledgement adds to it by a difference.
  private static func bound(_ word: String, isTooMuch: Bool) -> Case {
    Case("handshake/vector-bound/\(word)", "SYNC-VECTOR-BOUND") { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let one = digest(of: 0)
      let session = try peer.ready { $0["vector"] = ["whole": vector([count])] }
      let few = isTooMuch ? 9 : 100_000
      let valid = peer.acknowledgementMessage(difference(adding: few, to: one))
      guard isTooMuch else {
        try session.say(valid)
        try peer.ask(session)
        return
      }
      try session.say(
        peer.acknowledgementMessage(difference(adding: count, to: one)), insteadOf: valid)
      try session.say(peer.batch([peer.heartRate()]))
      try session.expectEnd(.violation, not: ["acknowledgement"])
    }
  }

  private static func stream(_ index: Int) -> Stream {
    Stream(UInt64(index + 1), Sample.heartRateType)
  }

  /// A VersionVector with that many intervals of one number in each of some streams, told shortly.
  private static func vector(_ counts: [Int], from first: Int = 0) -> Value {
    let total = counts.reduce(0, +)
    var value = Streams.value(
      counts.indices.map { stream(first + $0) }, counted: "stream_count")
    value["interval_counts"] = Column.ints(counts.map(Int64.init))
    value["gaps"] = .repeated(2, total)
    value["lengths"] = .repeated(0, total)
    return value
  }

  /// The digest of the first so many of the intervals of a stream.
  private static func digest(of index: Int, _ count: Int = count) -> UInt64 {
    Mixer(stream(index)).digest(
      Intervals(sorted: (1...UInt64(count)).map { $0 * 2...$0 * 2 }))
  }

  private static func difference(adding count: Int, to base: UInt64) -> Value {
    [
      "difference": [
        "base_digest": .unsigned(base), "changed": vector([count], from: 1),
        "result_digest": .unsigned(base &+ digest(of: 1, count)),
      ]
    ]
  }
}
