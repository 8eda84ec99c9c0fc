internal import ConformanceKit
internal import ConformanceWire

/// What a vector may not say, rule by rule: whole, as a summary, as a difference.
enum VectorRuleCases {
  /// A vector of two streams and three intervals: what the rules are broken in.
  static let vector: Vector = {
    var vector = Vector()
    vector.insert(1...3, in: Stream(11, Sample.heartRateType))
    vector.insert(5...6, in: Stream(11, Sample.heartRateType))
    vector.insert(1...9, in: Stream(12, Sample.sleepType))
    return vector
  }()

  private static let whole = [
    Rule("intervals-touch", "VECTOR-INTERVALS") { $0["gaps"] = Column.ints([1, 1, 1]) },
    Rule("intervals-overlap", "VECTOR-GAPS") { $0["gaps"] = Column.ints([1, 0, 1]) },
    Rule("intervals-descend", "VECTOR-INTERVALS") { $0["gaps"] = Column.ints([5, -4, 1]) },
    Rule("bound-beyond-64-bits", "VECTOR-INTERVAL-BOUND") {
      $0["lengths"] = Column.ints([2, -5, 8])
    },
    Rule("length-missing", "VECTOR-LENGTHS") { $0["lengths"] = Column.ints([2, 1]) },
    Rule("gap-missing", "VECTOR-STREAM-GAPS") { $0["gaps"] = Column.ints([1, 2]) },
    Rule("more-types-than-streams", "VECTOR-TYPES") { $0["types"].append("A") },
    Rule("more-incarnations-than-streams", "VECTOR-INCARNATIONS") {
      $0["incarnations"].append(13)
    },
    Rule("incarnation-index-too-high", "VECTOR-INCARNATION-INDEX") {
      $0["incarnation_indexes"] = Column.ints([0, 2])
    },
    Rule("incarnation-index-below-zero", "VECTOR-INCARNATION-INDEX") {
      $0["incarnation_indexes"] = Column.ints([-1, 1])
    },
    Rule("type-index-too-high", "VECTOR-TYPE-INDEX") {
      $0["type_indexes"] = Column.ints([0, 2])
    },
    Rule("stream-twice", "VECTOR-STREAM-ONCE") {
      $0["incarnation_indexes"] = Column.ints([1, 1])
      $0["type_indexes"] = Column.ints([1, 1])
    },
    Rule("stream-without-intervals", "VECTOR-INTERVAL-COUNT") {
      $0["interval_counts"] = Column.ints([3, 0])
    },
    Rule("too-many-intervals", "VECTOR-INTERVALS-BOUND") { value in
      value["interval_counts"] = Column.ints([Int64(Vector.mostIntervals), 1])
      let gaps = [Int64](repeating: 2, count: Vector.mostIntervals + 1)
      value["gaps"] = Column.ints(gaps, Column.IntForm(.plain, isCounted: true))
      let lengths = [Int64](repeating: 0, count: Vector.mostIntervals + 1)
      value["lengths"] = Column.ints(lengths, Column.IntForm(.plain, isCounted: true))
    },
  ]

  /// Of a summary: a hello's receipt, or a phone's question for the vector.
  private static let summary = [
    Rule("stream-twice", "VECTOR-STREAMS-ONCE") {
      $0["streams"]["incarnation_indexes"] = Column.ints([1, 1])
      $0["streams"]["type_indexes"] = Column.ints([1, 1])
    },
    Rule("more-types-than-streams", "VECTOR-STREAMS-TYPES") {
      $0["streams"]["types"].append("A")
    },
    Rule("more-incarnations-than-streams", "VECTOR-STREAMS-INCARNATIONS") {
      $0["streams"]["incarnations"].append(13)
    },
    Rule("incarnation-index-too-high", "VECTOR-STREAMS-INCARNATION-INDEX") {
      $0["streams"]["incarnation_indexes"] = Column.ints([0, 2])
    },
    Rule("type-index-too-high", "VECTOR-STREAMS-TYPE-INDEX") {
      $0["streams"]["type_indexes"] = Column.ints([0, 2])
    },
    Rule("digest-missing", "VECTOR-SUMMARY-DIGESTS") { $0["digests"] = [1] },
    Rule("digest-too-many", "VECTOR-SUMMARY-DIGESTS") { $0["digests"].append(1) },
  ]

  private static let news = [
    Rule("no-form", "VECTOR-NEWS") { $0 = [:] },
    Rule("changed-and-removed", "VECTOR-DIFFERENCE-REMOVED") {
      $0["difference"]["removed"] = Streams.value([Stream(11, Sample.heartRateType)])
    },
    Rule("removed-stream-twice", "VECTOR-STREAMS-ONCE") {
      let streams = [Stream(1, "A"), Stream(2, "A")]
      $0["difference"]["removed"] = Streams.value(streams)
      $0["difference"]["removed"]["incarnation_indexes"] = Column.ints([0, 0])
    },
    Rule("too-many-removed", "VECTOR-STREAMS-BOUND") { value in
      value["difference"]["removed"] = manyStreams(513, 512)
    },
  ]

  /// Streams of so many types under so many incarnations each, told shortly.
  private static func manyStreams(_ types: Int, _ incarnations: Int) -> Value {
    let short = Column.IntForm(.delta, isCounted: true)
    let indexes = (0..<types).flatMap { type in
      (0..<incarnations).map { (Int64(type), Int64($0)) }
    }
    return [
      "types": Value((0..<types).map { "T\($0)" }),
      "incarnations": Value((0..<incarnations).map { UInt64($0) + 1 }),
      "count": .integer(Int64(types * incarnations)),
      "incarnation_indexes": Column.ints(indexes.map(\.1), short),
      "type_indexes": Column.ints(indexes.map(\.0), short),
    ]
  }

  private static let wholeCases = whole.map {
    $0.asCase("handshake/vector-rule") { stage, rule in
      let (peer, session) = try stage.open()
      var valid = try peer.opening(session)
      valid[peer.openingKind]["vector"] = vector.whole
      var broken = valid
      rule.change(&broken.value[peer.openingKind]["vector"]["whole"])
      try session.say(broken, insteadOf: valid)
      try session.expectEnd(.violation, not: peer.openingAnswers)
    }
  }

  private static let summaryCases = summary.map {
    $0.asCase("handshake/summary-rule") { stage, rule in
      let (peer, session) = try stage.open()
      var valid: Message
      var broken: Message
      if peer.device.role == .watch {
        valid = peer.hello()
        valid["hello"]["receipt"] = vector.summary
        broken = valid
        rule.change(&broken.value["hello"]["receipt"])
      } else {
        try peer.hearHello(session)
        valid = Message("SyncMessage", ["vector_wanted": vector.summary])
        broken = valid
        rule.change(&broken.value["vector_wanted"])
      }
      try session.say(broken, insteadOf: valid)
      try session.expectEnd(.violation, not: peer.openingAnswers.union(["vector"]))
    }
  }

  private static let newsCases = news.map {
    $0.asCase("handshake/news-rule") { stage, rule in
      let (peer, session) = try stage.ready()
      let valid = peer.acknowledgementMessage(
        ["difference": peer.vector.union(vector).difference(from: peer.vector)])
      var broken = valid
      rule.change(&broken.value["acknowledgement"]["vector"])
      try session.say(broken, insteadOf: valid)
      try session.say(peer.batch([peer.heartRate()]))
      try session.expectEnd(.violation, not: ["acknowledgement"])
    }
  }

  static let all = wholeCases + summaryCases + newsCases
}
