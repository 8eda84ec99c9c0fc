internal import HealthModel
internal import TestSupport

/// A heart rate every five seconds, in whole beats per minute and at whole milliseconds, by one
/// source; the same for the same seed.
struct HeartRates {
  /// How UUIDs are made.
  enum Numbering {
    /// By us: one base, counted up.
    case own
    /// By others: random, version 4.
    case random
  }

  /// When the first one is: 2016-01-01.
  static let firstDate = 473_385_600.0
  static let secondsBetween = 5.0
  static let source = SourceRevision(
    source: Source(bundleIdentifier: "local.dyad-bench", name: "Benchmark"), version: "1")

  private let numbering: Numbering
  private var sequence: UUIDSequence
  private var generator: SeededGenerator
  private let unit: Unit
  private var index = 0
  private var rate = 70

  init(_ numbering: Numbering, seed: UInt64) throws {
    self.numbering = numbering
    var generator = SeededGenerator(seed: seed)
    sequence = UUIDSequence(using: &generator)
    self.generator = generator
    unit = try Unit.count.divided(by: .minute)
  }

  /// The date around which sample `index` lies.
  static func date(of index: Int) -> Double { firstDate + Double(index) * secondsBetween }

  /// The next `count` samples.
  mutating func next(_ count: Int) throws -> SampleRun {
    var dates: [Double] = []
    var values: [Double] = []
    dates.reserveCapacity(count)
    values.reserveCapacity(count)
    for _ in 0..<count {
      let word = generator.next()
      let milliseconds = Int(Self.firstDate) * 1_000 + index * 5_000 + Int(word % 1_000)
      dates.append(Double(milliseconds) / 1_000)
      rate = min(180, max(45, rate + Int(word >> 32 % 5) - 2))
      values.append(Double(rate))
      index += 1
    }
    let uuids =
      numbering == .own
      ? sequence.take(count, for: .heartRate)
      : (0..<count).map { _ in Self.random(&generator) }
    guard
      let run = SampleRun(
        type: .heartRate, uuids: uuids, starts: dates, ends: dates,
        payload: .quantity(
          values: values, units: DictionaryColumn(repeating: unit, count: count)),
        sources: DictionaryColumn(repeating: Self.source, count: count),
        devices: DictionaryColumn(repeating: nil, count: count))
    else { preconditionFailure("columns of one length") }
    return run
  }

  private static func random(_ generator: inout SeededGenerator) -> SampleUUID {
    SampleUUID(
      high: generator.next() & ~0xF000 | 0x4000,
      low: generator.next() & ~(0xC0 << 56) | 0x80 << 56)
  }
}
