/// Whether what a store costs stays the same while it grows.
enum Growth {
  private static let usualSizes = [10_000, 100_000, 1_000_000, 10_000_000]
  private static let mostMegabytes = 64.0

  static func run(_ bench: Bench) throws {
    let sizes = usualSizes.filter { $0 < bench.arguments.size } + [bench.arguments.size]
    var measured: [[GrowthMeasurement]] = sizes.map { _ in [] }
    for _ in 0..<bench.arguments.rounds {
      for (index, size) in sizes.enumerated() {
        let output = try ChildProcess.output(of: [
          "--growth-child", "--size", "\(size)", "--seed", "\(bench.arguments.seed)",
        ])
        measured[index].append(try GrowthMeasurement(line: output))
      }
    }
    func median(_ index: Int, _ part: KeyPath<GrowthMeasurement, Double>) -> Double {
      Measure.median(measured[index].map { $0[keyPath: part] })
    }
    let parts: [(String, Figure.Unit, KeyPath<GrowthMeasurement, Double>)] = [
      ("save", .nanosecondsPerSample, \.saveNanoseconds),
      ("range", .microseconds, \.rangeMicroseconds),
      ("latest", .microseconds, \.latestMicroseconds),
    ]
    // The peer of a large store is the smallest; two times slower is the most.
    for (name, unit, part) in parts {
      for index in sizes.indices.dropFirst() {
        bench.report.add(
          Figure(
            "growth-\(name)-\(sizes[index])", unit, ours: median(index, part),
            peer: median(0, part), goal: .times(0.5)))
      }
    }
    for index in sizes.indices {
      bench.report.add(
        Figure(
          "growth-open-\(sizes[index])", .microseconds, ours: median(index, \.openMicroseconds)))
      bench.report.add(
        Figure(
          "growth-memory-\(sizes[index])", .megabytes, ours: median(index, \.peakMegabytes),
          goal: .atMost(mostMegabytes)))
    }
  }
}
