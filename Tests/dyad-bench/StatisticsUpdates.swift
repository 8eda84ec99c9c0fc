internal import HealthModel
internal import HealthStorage
internal import LocalStore
private import Synchronization
internal import TestSupport

/// How long after a commit somebody who follows a year day by day has the day that changed.
enum StatisticsUpdates {
  private static let days = 365
  private static let secondsPerDay = 86_400.0
  private static let firstDate = 694_224_000.0
  private static let updates = 200

  static func run(_ bench: Bench) async throws {
    // Heart rates once a minute; steps of two devices that are carried at the same time.
    let cases: [(String, ObjectType, StatisticsOptions, secondsBetween: Double, [String])] = [
      ("stats-update", .heartRate, .discrete, 60, ["bench.watch"]),
      (
        "stats-update-sum", .stepCount, .cumulativeSum, 600, ["bench.watch", "bench.phone"]
      ),
    ]
    for (name, type, options, secondsBetween, sources) in cases {
      let folder = try TemporaryFolder()
      let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
      var samples = Samples(type, every: secondsBetween, of: sources, bench.generator(4))
      for day in 0..<days { try await store.commit(.save(Change.Save(samples.all(of: day)))) }
      try await store.maintain()
      let query = StatisticsQuery(
        type, options, edges: (0...days).map { firstDate + Double($0) * secondsPerDay })
      let latencies = try await latencies(of: query, in: store, &samples)
      for (suffix, share) in [("", 0.5), ("-p99", 0.99)] {
        bench.report.add(
          Figure(
            name + suffix, .microseconds, ours: Measure.quantile(share, of: latencies),
            goal: suffix.isEmpty ? .atMost(1_000) : nil))
      }
      try await store.close()
    }
  }

  /// From the end of each commit to the update, in microseconds.
  private static func latencies(
    of query: StatisticsQuery, in store: LocalStore, _ samples: inout Samples
  ) async throws -> [Double] {
    let committed = Commit()
    store.follow(by: committed)
    var iterator = try store.liveStatistics(query).makeAsyncIterator()
    guard let first = try await iterator.next(), first.changed.count == days else {
      throw BenchError("not every day has something")
    }
    let runs = (0..<updates).map { _ in samples.one() }
    let (told, continuation) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var told = told.makeAsyncIterator()
        for run in runs {
          try await store.commit(.save(Change.Save([run])))
          _ = await told.next()
        }
      }
      var latencies: [Double] = []
      for _ in runs {
        let before = iterator.workedOut
        guard let update = try await iterator.next(), update.changed.count == 1,
          iterator.workedOut == before + 1
        else { throw BenchError("an update is not of one bucket") }
        latencies.append(Measure.seconds(committed.elapsed) * 1e6)
        continuation.yield()
      }
      try await group.waitForAll()
      return latencies
    }
  }

  /// When the last commit ended.
  private final class Commit: CommitFollower {
    private let end = Mutex(ContinuousClock.now)

    var elapsed: Duration { end.withLock { $0.duration(to: .now) } }

    func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
      end.withLock { $0 = .now }
    }
  }

  /// A year of samples, and then some more.
  private struct Samples {
    private let type: ObjectType
    private let secondsBetween: Double
    private let sources: [SourceRevision]
    private let unit: Unit
    private var sequence: UUIDSequence
    private var generator: SeededGenerator

    init(
      _ type: ObjectType, every secondsBetween: Double, of sources: [String],
      _ generator: SeededGenerator
    ) {
      self.type = type
      self.secondsBetween = secondsBetween
      self.sources = sources.map {
        SourceRevision(source: Source(bundleIdentifier: $0, name: $0))
      }
      unit = type.description?.canonicalUnit ?? .count
      self.generator = generator
      sequence = UUIDSequence(using: &self.generator)
    }

    /// Those of one day, a run for each source.
    mutating func all(of day: Int) -> [SampleRun] {
      sources.map { source in
        var run = empty
        for start in stride(from: 0, to: StatisticsUpdates.secondsPerDay, by: secondsBetween) {
          append(to: &run, day, start, source)
        }
        return run
      }
    }

    /// One more, somewhere in the year.
    mutating func one() -> SampleRun {
      var run = empty
      let start = Double.random(in: 0..<StatisticsUpdates.secondsPerDay - 60, using: &generator)
      append(
        to: &run, Int.random(in: 0..<StatisticsUpdates.days, using: &generator), start.rounded(),
        sources[0])
      return run
    }

    private var empty: SampleRun {
      SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    }

    private mutating func append(
      to run: inout SampleRun, _ day: Int, _ seconds: Double, _ source: SourceRevision
    ) {
      let start = StatisticsUpdates.firstDate + Double(day) * StatisticsUpdates.secondsPerDay
      // A rate is of an instant, and steps take a while.
      let length = type.description?.aggregation == .cumulative ? min(secondsBetween, 60) : 0
      run.append(
        Sample(
          uuid: sequence.take(for: type), type: type, start: start + seconds,
          end: start + seconds + length,
          value: .quantity(Quantity(Double.random(in: 1...150, using: &generator), unit)),
          source: source))
    }
  }
}
