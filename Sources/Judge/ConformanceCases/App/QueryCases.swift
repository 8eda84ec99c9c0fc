internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// What queries and statistics tell.
enum QueryCases {
  private static let (heart, steps) = (AppCases.heart, AppCases.steps)

  static let all = [
    owned("coverage-first", "STORE-QUERY-FIRST") { owner, node in
      try node.save(Run.savable([.news()]))
      let messages = try owner.all("Store/Query", ["type": .text(heart)])
      try Deviation.unless(
        messages.first?["coverage"].isPresent ?? false
          && messages.first?["runs"].items.isEmpty ?? false
          && messages.dropFirst().allSatisfy { !$0["coverage"].isPresent },
        "the coverage without a run first, and then runs", "\(messages.map(\.text))")
    },
    owned("coverage-of-nothing", "STORE-QUERY-FIRST") { owner, _ in
      let messages = try owner.all("Store/Query", ["type": .text(heart)])
      try Deviation.unless(
        messages.count == 1 && messages[0]["coverage"].isPresent, "the coverage alone",
        "\(messages.count) messages")
    },
    owned("order-saved", "STORE-QUERY-ORDER") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(secondsAgo: $0) }
      for sample in samples { try node.save(Run.savable([sample])) }
      try expect(samples, owner, [:])
    },
    owned("order-by-start", "STORE-QUERY-ORDER") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(secondsAgo: $0) }
      try node.save(Run.savable(samples))
      try expect(samples.sorted { $0.start < $1.start }, owner, ["order": [["key": 1]]])
    },
    owned("order-descending", "STORE-QUERY-ORDER") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(secondsAgo: $0) }
      try node.save(Run.savable(samples))
      try expect(
        samples.sorted { $0.end > $1.end }, owner, ["order": [["key": 2, "descending": true]]])
    },
    owned("limit", "STORE-QUERY-LIMIT") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(secondsAgo: $0) }
      for sample in samples { try node.save(Run.savable([sample])) }
      try expect(Array(samples.prefix(2)), owner, ["limit": 2])
    },
    owned("no-limit", "STORE-QUERY-LIMIT") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(secondsAgo: $0) }
      for sample in samples { try node.save(Run.savable([sample])) }
      try expect(samples, owner, ["limit": 0])
    },
    owned("runs-without-dots", "STORE-QUERY-RUNS") { owner, node in
      try node.save(Run.savable([.news()]))
      let runs = try AppCases.runs(owner, ["type": .text(heart)])
      try Deviation.unless(
        runs.allSatisfy { !$0["dots"].isPresent && !$0["positions"].isPresent },
        "runs with neither dots nor positions", "\(runs.map(\.keys))")
    },
    owned("runs-of-few-rows", "STORE-QUERY-RUNS") { owner, node in
      let now = Instant.now.rounded(.down) - 9000
      let writer = Entropy.word()
      for part in 0..<2 {
        try node.save(
          Run.savable(
            (0..<4096).map {
              .heartRate(writer, UInt64(part * 4096 + $0 + 1), at: now + Double(part * 4096 + $0))
            }))
      }
      let counts = try AppCases.runs(owner, ["type": .text(heart)]).map { $0["count"].number }
      try Deviation.unless(
        counts.allSatisfy { (1...4096).contains($0) } && counts.reduce(0, +) == 8192,
        "8192 samples in runs of at most 4096", "\(counts)")
    },
    owned("clock-of-the-coverage", "STORE-COVERAGE") { owner, node in
      let before = Instant.now
      let coverage = try owner.call("Store/GetCoverage")["coverage"]
      try Deviation.unless(
        abs(coverage["until"].real - before) < 600 && coverage["from"].real < before,
        "the node's clock, and an end date before it", "\(coverage)")
    },
    Case("app/query/window-of-the-coverage", "STORE-COVERAGE", of: .watch, needs: [.owner]) {
      stage in
      _ = try stage.peer()
      let owner = try stage.node().judgedOwner()
      let cutoff = try stage.node().owner("Operator/SetCutoff", ["window": 86_400.0])["cutoff"]
      let from = try owner.call("Store/GetCoverage")["coverage"]["from"].real
      try Deviation.unless(
        abs(from - cutoff.real) < 60, "the cutoff of a day ago", "\(from - cutoff.real) s off")
    },
    owned("unit-of-statistics", "STORE-STATISTICS-UNIT") { owner, node in
      try node.save(Run.savable([.news(60)]))
      let units = try owner.all("Store/Statistics", ["type": .text(heart), "discrete_max": true])
        .map { $0["unit"].string }
      try Deviation.unless(
        !units.isEmpty && units.allSatisfy { $0 == "count/s" }, "count/s with each message",
        "\(units)")
    },
    owned("sum-counts-time-once", "STORE-STATISTICS") { owner, node in
      try node.save(Run.savable(twoSources))
      let values = try statistics(owner, ["type": .text(steps), "cumulative_sum": true])[0]
      try Deviation.unless(
        values["values"]["sum"].real == 100, "a sum of 100, of one source",
        "\(values["values"]["sum"].real)")
    },
    owned("each-source-by-itself", "STORE-STATISTICS") { owner, node in
      try node.save(Run.savable(twoSources))
      let values = try statistics(
        owner,
        ["type": .text(steps), "cumulative_sum": true, "separate_by_source": true])[0]
      let sums = values["sources"].items.map { $0["values"]["sum"].real }
      try Deviation.unless(sums == [100, 100], "a sum of 100 of each source", "\(sums)")
    },
    owned("empty-bucket-is-not-told", "STORE-STATISTICS") { owner, node in
      let now = Instant.now.rounded(.down)
      try node.save(
        Run.savable([.news(60, secondsAgo: 1000), .news(80, secondsAgo: 10)]))
      let edges = [now - 1500, now - 900, now - 300, now + 300]
      let buckets = try statistics(
        owner, ["type": .text(heart), "discrete_max": true, "edges": ["edges": Value(edges)]])
      try Deviation.unless(
        buckets.items.map { $0["start"].real } == [edges[0], edges[2]],
        "the first and the last bucket", "\(buckets.items.count) buckets")
    },
    owned("discrete", "STORE-STATISTICS") { owner, node in
      try node.save(
        Run.savable([
          .news(60, secondsAgo: 30), .news(90, secondsAgo: 20), .news(75, secondsAgo: 10),
        ]))
      let values = try statistics(
        owner,
        [
          "type": .text(heart), "discrete_average": true, "discrete_min": true,
          "discrete_max": true, "most_recent": true,
        ])[0]["values"]
      // In the canonical unit, count/s.
      let told = ["average", "minimum", "maximum"].map { (values[$0].real * 60).rounded() }
      let last = (values["most_recent"]["value"].real * 60).rounded()
      try Deviation.unless(
        told == [75, 60, 90] && last == 75, "75, 60 and 90, and 75 at last",
        "\(told), and \(last) at last")
    },
    AppCases.granted("app/query/revoked-meanwhile", "STORE-QUERY-REVOKED") {
      app, permissions, stage in
      try stage.node().save(Run.savable([.news()]))
      try permissions.set([Accesses.Row("app.first", heart, share: 1, read: 1)])
      let left = try ScopeSettingCases.held(app, heart).count
      try Deviation.unless(left == 0, "nothing that was revoked", "\(left) samples")
    },
  ]

  /// The same steps of two apps at the same time.
  private static var twoSources: [Sample] {
    let start = Instant.now.rounded(.down) - 600
    return ([("app.a", 1), ("app.b", 2)] as [(String, UInt64)]).map { app, number in
      var sample = Sample.quantity(
        Dot(Entropy.word(), steps, number), at: start, value: 100, unit: "count")
      sample.end = start + 300
      sample.source = Sample.Source(app, app)
      return sample
    }
  }

  private static func owned(
    _ path: String, _ clause: String,
    _ body: @escaping @Sendable (LocalCaller, Node) throws -> Void
  ) -> Case {
    AppCases.owned("app/query/\(path)", clause, body)
  }

  private static func statistics(_ owner: LocalCaller, _ request: Value) throws -> Value {
    .list(try owner.all("Store/Statistics", request).flatMap { $0["statistics"].items })
  }

  /// Sees samples come in an order.
  private static func expect(
    _ samples: [Sample], _ owner: LocalCaller, _ options: Value
  ) throws {
    var request = options
    request["type"] = .text(heart)
    let told = try AppCases.uuids(try AppCases.runs(owner, request))
    try Deviation.unless(
      told == samples.map(\.uuid.bytes), "\(samples.count) samples in the order asked for",
      told.count == samples.count ? "another order, or others" : "\(told.count) samples")
  }
}
