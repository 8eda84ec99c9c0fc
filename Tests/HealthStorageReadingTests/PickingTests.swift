internal import HealthModel
internal import Synchronization
internal import TestSupport
internal import Testing

/// Rows of a run in an order of their own.
struct PickingTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `picking is what appending row by row gives`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let run = Self.randomRun(&generator)
    var rows = (0..<run.count).shuffled(using: &generator)
    rows.removeLast(Int.random(in: 0...rows.count / 2, using: &generator))
    // Some come twice.
    rows += rows.prefix(Int.random(in: 0...3, using: &generator))
    if seed.isMultiple(of: 3) { rows.sort(by: >) }
    var slow = SampleRun(empty: run.type, like: run.payload)
    for row in rows { slow.append(run, rows: row..<(row + 1)) }
    #expect(run.picking(rows) == slow, "\(generator)")
  }

  @Test func `no value is compared or hashed, whatever the order`() {
    var generator = SeededGenerator(seed: 1)
    let values = (0..<65_536).map { _ in CountedValue(Int.random(in: 0..<500, using: &generator)) }
    let column = DictionaryColumn(values)
    let before = CountedValue.looks.withLock { $0 }
    let picked = column.picking(Array((0..<65_536).reversed()))
    #expect(CountedValue.looks.withLock { $0 } == before)
    #expect(picked == DictionaryColumn(values.reversed()))
  }

  private static func randomRun(_ generator: inout SeededGenerator) -> SampleRun {
    let count = Int.random(in: 4...200, using: &generator)
    let isQuantity = Bool.random(using: &generator)
    var run: SampleRun?
    for index in 0..<count {
      var metadata: Metadata = [:]
      for key in ["a", "b", "c", "d"] where Int.random(in: 0..<3, using: &generator) == 0 {
        metadata[key] = .string("\(Int.random(in: 0..<20, using: &generator))")
      }
      let bundle = "app.\(Int.random(in: 0..<12, using: &generator))"
      let unit: Unit = Bool.random(using: &generator) ? .count : .meter()
      let sample = Sample(
        uuid: .step(UInt64(index)), type: isQuantity ? .stepCount : .sleepAnalysis,
        start: Double(generator.next() % 1_000), end: Double(1_000 + generator.next() % 1_000),
        value: isQuantity ? .quantity(Quantity(Double(index), unit)) : .category(Int64(index % 3)),
        source: SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle)),
        device: Bool.random(using: &generator) ? Device([.name: bundle]) : nil, metadata: metadata)
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    guard var run else { preconditionFailure("a run has rows") }
    if Bool.random(using: &generator) { number(&run, &generator) }
    return run
  }

  private static func number(_ run: inout SampleRun, _ generator: inout SeededGenerator) {
    var dots = DotColumn()
    var positions = CounterColumn()
    while dots.count < run.count {
      let count = min(Int.random(in: 1...9, using: &generator), run.count - dots.count)
      dots.append(
        DotColumn.Span(
          incarnation: Incarnation(rawValue: UInt64.random(in: 1...3, using: &generator)),
          first: UInt64.random(in: 1...1_000, using: &generator), count: count))
      positions.append(
        CounterColumn.Span(
          first: Int64.random(in: 1...1_000, using: &generator), count: count))
    }
    run.number(dots: dots, positions: positions)
  }
}

/// A value that counts how often anybody looks at one.
private struct CountedValue: Hashable, Sendable {
  static let looks = Mutex(0)

  private let number: Int

  init(_ number: Int) {
    self.number = number
  }

  static func == (left: Self, right: Self) -> Bool {
    looks.withLock { $0 += 1 }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    Self.looks.withLock { $0 += 1 }
    hasher.combine(number)
  }
}
