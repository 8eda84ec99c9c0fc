internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import TestSupport

/// How fast a watch that was away gets what its phone holds: two daemons over TLS, both durable, against
/// two PostgreSQL servers with the same rows.
enum Backlogs {
  private static let growthSize = 10_000_000

  static func run(_ bench: Bench) async throws {
    let size = bench.arguments.size
    let own = try await transfer(size, .own, bench.arguments.seed)
    let random = try await transfer(size, .random, bench.arguments.seed)
    let peer = try bench.arguments.postgres.map { try replicated(size, by: $0) }
    bench.report.add(
      Figure(
        "sync-backlog", .samplesPerSecond, ours: Double(size) / own.seconds / 1_000,
        peer: peer.map { Double(size) / $0 / 1_000 }, goal: .times(20)))
    bench.report.add(
      Figure(
        "sync-backlog-random", .samplesPerSecond, ours: Double(size) / random.seconds / 1_000,
        peer: peer.map { Double(size) / $0 / 1_000 }))
    bench.report.add(
      Figure("sync-wire", .bytesPerSample, ours: own.bytes / Double(size), goal: .atMost(8)))
    bench.report.add(
      Figure(
        "sync-wire-random", .bytesPerSample, ours: random.bytes / Double(size), goal: .atMost(24)))
    bench.report.add(
      Figure("sync-memory", .megabytes, ours: max(own.memory, random.memory), goal: .atMost(64)))
    bench.report.add(
      Figure("sync-first-day", .milliseconds, ours: own.firstDay * 1_000, goal: .atMost(1_000)))
  }

  static func runGrowth(_ bench: Bench) async throws {
    let large = try await grow("sync-growth", .own, bench)
    bench.report.add(
      Figure(
        "sync-growth-first-day", .milliseconds, ours: large.firstDay * 1_000, goal: .atMost(1_000)))
  }

  static func runRandomGrowth(_ bench: Bench) async throws {
    _ = try await grow("sync-growth-random", .random, bench)
  }

  /// Reports what a sample costs of many beside of fewer, and how much memory the many take.
  private static func grow(
    _ name: String, _ uuids: HeartRates.Numbering, _ bench: Bench
  ) async throws -> Transfer {
    let small = try await transfer(bench.arguments.size, uuids, bench.arguments.seed)
    let large = try await transfer(Self.growthSize, uuids, bench.arguments.seed)
    let (one, ten) = (
      small.seconds / Double(bench.arguments.size) * 1e9,
      large.seconds / Double(Self.growthSize) * 1e9
    )
    bench.report.add(
      Figure(name, .nanosecondsPerSample, ours: ten, peer: one, goal: .times(0.5)))
    bench.report.add(
      Figure("\(name)-memory", .megabytes, ours: large.memory, goal: .atMost(64)))
    return large
  }

  /// What one transfer took.
  private struct Transfer {
    var seconds: Double
    /// Until a sample of the last day could be seen on the watch.
    var firstDay: Double
    var bytes: Double
    /// The most that either daemon ever held.
    var memory: Double
  }

  private static func transfer(
    _ size: Int, _ numbering: HeartRates.Numbering, _ seed: UInt64
  ) async throws -> Transfer {
    let pair = try await NodePair()
    try await pair.fillPhone(size, numbering, seed: seed)
    try pair.phone.start()
    let clock = ContinuousClock()
    let start = clock.now
    try pair.watch.start()
    let watch = pair.watch.owner
    async let firstDay = seen(
      by: watch, since: HeartRates.date(of: size) - 86_400, clock, start)
    try await pair.settle()
    let seconds = Measure.seconds(start.duration(to: clock.now))
    let status = try await pair.phoneStatus()
    let memory = max(try pair.phone.memory().most, try pair.watch.memory().most)
    let first = try await firstDay
    try pair.watch.stop()
    try pair.phone.stop()
    return Transfer(
      seconds: seconds, firstDay: first, bytes: Double(status.bytesReceived), memory: memory)
  }

  /// How long it takes until a heart rate that ended later than `date` is there.
  private static func seen(
    by owner: NodeOwner, since date: Double, _ clock: ContinuousClock,
    _ start: ContinuousClock.Instant
  ) async throws -> Double {
    try await owner.call { client in
      try await client.withCall(StoreMethods.follow) { call in
        var request = ChangesRequest()
        request.types = [ObjectType.heartRate.identifier]
        request.predicate = PredicateMessage(.end(.greater, date))
        try call.sendOnly(request)
        while let page = try await call.receive() {
          guard page.added.isEmpty else { return Measure.seconds(start.duration(to: clock.now)) }
        }
        throw BenchError("the watch ended before it had the last day")
      }
    }
  }

  private static func replicated(_ rows: Int, by script: String) throws -> Double {
    let ending = try RunningProgram.run(
      script, ["--rows", "\(rows)"], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    for line in ending.lines where line.hasPrefix("seconds ") {
      if let seconds = Double(line.dropFirst("seconds ".count)) { return seconds }
    }
    throw BenchError("cannot measure PostgreSQL: \(ending.errors)")
  }
}
