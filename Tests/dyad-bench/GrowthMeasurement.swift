internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore
internal import TestSupport

/// What one size of store costs, measured in a process of its own because a peak of memory never
/// falls.
struct GrowthMeasurement {
  /// Of the last saves, each with its share of merging.
  var saveNanoseconds: Double
  /// One hour, anywhere in the store.
  var rangeMicroseconds: Double
  var latestMicroseconds: Double
  var openMicroseconds: Double
  var peakMegabytes: Double

  private static let samplesPerSave = 256
  /// The last tenth of the saves is timed, and never fewer than take part in two merges.
  private static let fewestTimedSaves = 32
  private static let questions = 200

  init(_ arguments: Arguments) throws {
    let size = arguments.size
    let store = try OwnStore()
    saveNanoseconds = try Self.save(size, to: store, arguments.seed)
    let snapshot = store.writer.snapshot()
    var generator = SeededGenerator(seed: arguments.seed)
    rangeMicroseconds = Measure.median(
      try (0..<Self.questions).map { _ in
        let from = HeartRates.date(of: Int.random(in: 0..<(size - 720), using: &generator))
        let query = SampleQuery(.heartRate, where: Queries.ends(from, from + 3_600))
        // The blocks of a small store all stay decoded, and the question is what reading costs.
        try store.reopenReader()
        return try Measure.seconds {
          try Queries.expect(try store.count(query, in: snapshot), atLeast: 700)
        } * 1e6
      })
    let latest = SampleQuery(
      .heartRate, order: [SortDescriptor(.end, ascending: false)], limit: 1)
    latestMicroseconds = Measure.median(
      try (0..<Self.questions).map { _ in
        try Measure.seconds {
          try Queries.expect(try store.count(latest, in: snapshot), atLeast: 1)
        } * 1e6
      })
    openMicroseconds =
      try Measure.seconds {
        let opened = try StoreWriter(
          Connection(path: store.folder.file("store.db"), mode: .readWrite),
          beginning: Incarnation(rawValue: 2), pins: PinnedGenerations())
        try Queries.expect(opened.state.types.count, atLeast: 1)
      } * 1e6
    peakMegabytes = try ProcessMemory.peakMegabytes()
  }

  private static func save(_ count: Int, to store: OwnStore, _ seed: UInt64) throws -> Double {
    var samples = try HeartRates(.own, seed: seed)
    let saves = count / samplesPerSave
    let timed = min(saves, max(saves / 10, fewestTimedSaves))
    var seconds = 0.0
    for index in 0..<saves {
      let run = try samples.next(samplesPerSave)
      let taken = try Measure.seconds { try store.commit(.save(Change.Save([run]))) }
      if index >= saves - timed { seconds += taken }
    }
    try store.commit(.save(Change.Save([samples.next(count - saves * samplesPerSave + 1)])))
    return seconds * 1e9 / Double(timed * samplesPerSave)
  }

  /// The parts, for the process that asked.
  var line: String {
    "\(saveNanoseconds) \(rangeMicroseconds) \(latestMicroseconds) \(openMicroseconds) "
      + "\(peakMegabytes)"
  }

  /// Reads `line` back.
  init(line: String) throws(BenchError) {
    let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 5 else { throw BenchError("a measuring process gave no result") }
    saveNanoseconds = numbers[0]
    rangeMicroseconds = numbers[1]
    latestMicroseconds = numbers[2]
    openMicroseconds = numbers[3]
    peakMegabytes = numbers[4]
  }
}
