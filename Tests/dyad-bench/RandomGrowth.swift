internal import HealthModel
internal import HealthStorage
internal import TestSupport

/// Whether what random UUIDs cost stays the same while a store grows: each that comes is looked up.
enum RandomGrowth {
  private static let usualSizes = [1_000_000, 3_000_000]
  private static let questions = 200

  /// What one size of store costs, in a process of its own because a peak of memory never falls.
  struct Measurement {
    /// Of the last tenth of the saves, each with its share of merging.
    var saveNanoseconds = 0.0
    var findMicroseconds = 0.0
    var peakMegabytes = 0.0

    private static let samplesPerSave = 4_096

    init(_ arguments: Arguments) throws {
      let store = try OwnStore()
      var samples = try HeartRates(.random, seed: arguments.seed)
      var (seconds, timed, left) = (0.0, 0, arguments.size)
      var some: [SampleUUID] = []
      while left > 0 {
        let run = try samples.next(min(left, Self.samplesPerSave))
        let taken = try Measure.seconds { try store.commit(.save(Change.Save([run]))) }
        if left <= arguments.size / 10 { (seconds, timed) = (seconds + taken, timed + run.count) }
        left -= run.count
        some.append(run.uuids[0])
      }
      saveNanoseconds = seconds * 1e9 / Double(max(timed, 1))
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
    }

    /// The parts, for the process that asked.
    var line: String { "\(saveNanoseconds) \(findMicroseconds) \(peakMegabytes)" }

    /// Reads `line` back.
    init(line: String) throws(BenchError) {
      let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 3 else { throw BenchError("a measuring process gave no result") }
      (saveNanoseconds, findMicroseconds, peakMegabytes) = (numbers[0], numbers[1], numbers[2])
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
          peer: size == sizes[0] ? nil : measured[0].saveNanoseconds,
          goal: size == sizes[0] ? nil : .times(0.5)))
      bench.report.add(
        Figure("growth-random-find-\(size)", .microseconds, ours: one.findMicroseconds))
      bench.report.add(
        Figure("growth-random-memory-\(size)", .megabytes, ours: one.peakMegabytes))
    }
  }
}
