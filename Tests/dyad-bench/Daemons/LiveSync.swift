internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import Synchronization
internal import SystemCore
internal import TestSupport

/// How long a sample takes from the call that saves it on the phone to whoever follows the watch.
enum LiveSync {
  private static let singles = 300
  private static let perSecond = 1_000

  static func run(_ bench: Bench) async throws {
    let pair = try await NodePair()
    defer {
      // What was measured is measured.
      try? pair.watch.stop()
      try? pair.phone.stop()
    }
    let arrivals = Arrivals()
    let watch = pair.watch.owner
    let follower = Task { try await follow(watch, [.heartRate], arrivals) }
    defer { follower.cancel() }
    try await pair.phone.owner.call { client in
      var samples = try RecentRates(seed: bench.arguments.seed)
      // The first ones find everything cold.
      for _ in 0..<20 { _ = try await saveOne(&samples, client, arrivals) }
      var latencies: [Double] = []
      for _ in 0..<singles { latencies.append(try await saveOne(&samples, client, arrivals)) }
      let floor = try await limit(client)
      bench.report.add(
        Figure(
          "sync-live", .microseconds, ours: Measure.median(latencies) * 1e6, peer: floor * 1e6,
          goal: .times(1 / 1.5)))
      bench.report.add(
        Figure(
          "sync-live-p99", .microseconds, ours: Measure.quantile(0.99, of: latencies) * 1e6))
      try await sustain(bench, &samples, client, arrivals)
    }
  }

  /// A thousand saves a second, each a call of its own.
  private static func sustain(
    _ bench: Bench, _ samples: inout RecentRates, _ client: Client, _ arrivals: Arrivals
  ) async throws {
    let count = perSecond * bench.arguments.latencySeconds
    var requests: [(SampleUUID, SaveRequest)] = []
    for _ in 0..<count { requests.append(try samples.next()) }
    let clock = ContinuousClock()
    let start = clock.now
    let latencies = try await withThrowingTaskGroup(of: Double.self) { group in
      for (index, (uuid, request)) in requests.enumerated() {
        let due = start.advanced(by: .seconds(1) * index / perSecond)
        try await clock.sleep(until: due)
        group.addTask {
          let arrival = arrivals.expect(uuid)
          let begin = clock.now
          _ = try await client.call(StoreMethods.save, request)
          return Measure.seconds(begin.duration(to: await arrival.instant()))
        }
      }
      var latencies: [Double] = []
      for try await latency in group { latencies.append(latency) }
      return latencies
    }
    let seconds = Measure.seconds(start.duration(to: clock.now))
    bench.report.add(
      Figure("sync-live-rate", .savesPerSecond, ours: Double(count) / seconds))
    bench.report.add(
      Figure(
        "sync-live-rate-p99", .milliseconds, ours: Measure.quantile(0.99, of: latencies) * 1e3,
        goal: .atMost(50)))
  }

  private static func saveOne(
    _ samples: inout RecentRates, _ client: Client, _ arrivals: Arrivals
  ) async throws -> Double {
    let (uuid, request) = try samples.next()
    let arrival = arrivals.expect(uuid)
    let begin = ContinuousClock.now
    _ = try await client.call(StoreMethods.save, request)
    return Measure.seconds(begin.duration(to: await arrival.instant()))
  }

  /// What nobody can do without: two writes that reach the disk, and a round trip on this machine.
  private static func limit(_ client: Client) async throws -> Double {
    let folder = try TemporaryFolder()
    let file = try AppendedFile(folder.file("log"))
    var rounds: [Double] = []
    for _ in 0..<singles {
      let begin = ContinuousClock.now
      try file.append()
      try file.append()
      _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest())
      rounds.append(Measure.seconds(begin.duration(to: .now)))
    }
    return Measure.median(rounds)
  }

  /// Notes when samples of some types come to whoever follows a node.
  static func follow(
    _ owner: NodeOwner, _ types: [ObjectType], _ arrivals: Arrivals
  ) async throws {
    try await owner.call { client in
      try await client.withCall(StoreMethods.follow) { call in
        var request = ChangesRequest()
        request.types = types.map(\.identifier)
        try call.sendOnly(request)
        while let page = try await call.receive() {
          let now = ContinuousClock.now
          for run in try SampleRun.runs(page.added) {
            for uuid in run.uuids { arrivals.note(uuid, now) }
          }
        }
      }
    }
  }
}
