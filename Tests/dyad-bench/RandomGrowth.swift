internal import HealthModel
internal import HealthStorage
internal import TestSupport

/// What random UUIDs cost beside our own numbering while a store grows: each that comes is looked up.
enum RandomGrowth {
  private static let usualSizes = [1_000_000, 3_000_000]
  private static let questions = 200

  /// What one size of store costs, in a process of its own because a peak of memory never falls.
  struct Measurement {
    /// Of the last tenth of the saves, each with its share of merging.
    var saveNanoseconds = 0.0
    /// The same with our own numbering.
    var ownNanoseconds = 0.0
    var findMicroseconds = 0.0
    var peakMegabytes = 0.0

    private static let samplesPerSave = 4_096

    init(_ arguments: Arguments) throws {
      let store = try OwnStore()
      var some: [SampleUUID] = []
      saveNanoseconds = try Self.fill(store, .random, arguments) { some.append($0.uuids[0]) }
      var generator = SeededGenerator(seed: arguments.seed)
      let snapshot = store.writer.snapshot()
      findMicroseconds = Measure.median(
        try (0..<RandomGrowth.questions).map { _ in
          let uuid = some[Int.random(in: some.indices, using: &generator)]
          let query = SampleQuery(.heartRate, where: .uuid(UUIDSet([uuid])))
          return try Measure.seconds {
            try Queries.expect(try store.count(query, in: snapshot), atLeast: 1)
          } * 1e6
        })
      peakMegabytes = try ProcessMemory.peakMegabytes()
      ownNanoseconds = try Self.fill(OwnStore(), .own, arguments) { _ in }
    }

    /// Saves as many samples as are asked for and returns what each of the last tenth took.
    private static func fill(
      _ store: OwnStore, _ numbering: HeartRates.Numbering, _ arguments: Arguments,
      _ saved: (SampleRun) -> Void
    ) throws -> Double {
      var samples = try HeartRates(numbering, seed: arguments.seed)
      var (seconds, timed, left) = (0.0, 0, arguments.size)
      while left > 0 {
        let run = try samples.next(min(left, samplesPerSave))
        let taken = try Measure.seconds { try store.commit(.save(Change.Save([run]))) }
        if left <= arguments.size / 10 { (seconds, timed) = (seconds + taken, timed + run.count) }
        left -= run.count
        saved(run)
      }
      return seconds * 1e9 / Double(max(timed, 1))
    }

    /// The parts, for the process that asked.
    var line: String { "\(saveNanoseconds) \(ownNanoseconds) \(findMicroseconds) \(peakMegabytes)" }

    /// Reads `line` back.
    init(line: String) throws(BenchError) {
      let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 4 else { throw BenchError("a measuring process gave no result") }
      (saveNanoseconds, ownNanoseconds) = (numbers[0], numbers[1])
      (findMicroseconds, peakMegabytes) = (numbers[2], numbers[3])
    }
  }

  static func run(_ bench: Bench) throws {
    let sizes = usualSizes.filter { $0 < bench.arguments.size } + [bench.arguments.size]
    let measured = try sizes.map { size in
      try Measurement(
        line: ChildProcess.output(of: [
          "--random-growth-child", "--size", "\(size)", "--seed", "\(bench.arguments.seed)",
        ]))
    }
    for (size, one) in zip(sizes, measured) {
      bench.report.add(
        Figure(
          "growth-random-save-\(size)", .nanosecondsPerSample, ours: one.saveNanoseconds,
          peer: one.ownNanoseconds, goal: .times(1.0 / 3)))
      bench.report.add(
        Figure("growth-random-find-\(size)", .microseconds, ours: one.findMicroseconds))
      bench.report.add(
        Figure("growth-random-memory-\(size)", .megabytes, ours: one.peakMegabytes))
    }
  }
}
