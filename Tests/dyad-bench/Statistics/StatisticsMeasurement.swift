internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport

/// How long one question takes in a process of its own, how much memory, and what the answer is.
struct StatisticsMeasurement {
  /// One day.
  struct Bucket: Equatable {
    var start: Double
    /// The sum, or the average, minimum and maximum.
    var values: [Double]
  }

  var seconds: Double
  var peakMegabytes: Double
  var buckets: [Bucket]

  /// Asks the store in `folder`, which another process filled.
  init(_ kind: StatisticsRows.Kind, in folder: String, _ arguments: Arguments) throws {
    let path = "\(folder)/store.db"
    let writer = try StoreWriter(
      Connection(path: path, mode: .readWrite), beginning: Incarnation(rawValue: 2),
      pins: PinnedGenerations())
    let query = StatisticsQuery(
      kind == .rates ? .heartRate : .stepCount, kind == .rates ? .discrete : .cumulativeSum,
      edges: StatisticsRows.edges(kind, arguments.statisticsSize))
    let order = try SourceOrder(of: query.type, ["local.source-0", "local.source-1"])
    try query.check()
    var times: [Double] = []
    var found: [Statistics] = []
    for _ in 0..<(arguments.rounds * (kind == .both ? 1 : 5)) {
      // Nothing stays decoded from one round to the next.
      var reader = try StoreReader(Connection(path: path, mode: .readOnly))
      times.append(
        try Measure.seconds {
          var answer = try StatisticsReader(
            query, by: order, seeing: .everything, in: writer.snapshot(), from: &reader.tables)
          while try answer.advance(from: &reader.tables) {}
          found = answer.statistics
        })
    }
    seconds = times.min() ?? 0
    peakMegabytes = try ProcessMemory.peakMegabytes()
    buckets = found.map { statistics in
      let values = statistics.values
      return Bucket(
        start: statistics.start,
        values: [values.sum, values.average, values.minimum, values.maximum].compactMap(\.self))
    }
  }

  /// The number that DuckDB answers to a question, which stands where the start of a day does.
  var answer: Double? { buckets.first?.start }

  /// What DuckDB says to `arguments`, asked by a script.
  init(ofDuckDB script: String, _ arguments: [String]) throws {
    let ending = try RunningProgram.run(
      script, arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard !ending.lines.isEmpty else {
      throw BenchError("cannot measure DuckDB: \(ending.errors)")
    }
    try self.init(ending.lines)
  }

  /// What `lines` tell: "seconds S", "memory M", and for each day its start and values.
  init(_ lines: some Sequence<some StringProtocol>) throws(BenchError) {
    seconds = 0
    peakMegabytes = 0
    buckets = []
    for line in lines where !line.isEmpty {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Double($0) }
      guard let first = words.first, let number = numbers.first, numbers.count == words.count - 1
      else { throw BenchError("a measuring process said what means nothing") }
      switch first {
      case "seconds": seconds = number
      case "memory": peakMegabytes = number
      default: buckets.append(Bucket(start: number, values: Array(numbers.dropFirst())))
      }
    }
    guard seconds > 0 else { throw BenchError("a measuring process gave no result") }
  }

  /// The same as text.
  var lines: String {
    let days = buckets.map { bucket in
      "day \(bucket.start) \(bucket.values.map { "\($0)" }.joined(separator: " "))"
    }
    return (["seconds \(seconds)", "memory \(peakMegabytes)"] + days).joined(separator: "\n")
  }

  /// Refuses another answer than `other`: both have to know what was asked.
  func checkSameAnswer(as other: Self) throws(BenchError) {
    guard buckets.count == other.buckets.count else {
      throw BenchError("the peer has \(other.buckets.count) days, and we have \(buckets.count)")
    }
    for (ours, peers) in zip(buckets, other.buckets) {
      let isSame =
        ours.start == peers.start && ours.values.count == peers.values.count
        && zip(ours.values, peers.values).allSatisfy { one, two in
          (one - two).magnitude <= 1e-9 * max(1, one.magnitude)
        }
      guard isSame else { throw BenchError("the peer has another answer for a day") }
    }
  }
}
