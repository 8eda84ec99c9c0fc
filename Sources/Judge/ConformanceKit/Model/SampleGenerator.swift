internal import ConformanceWire

/// Samples that nobody chose, always the same for a seed.
package struct SampleGenerator {
  private var state: UInt64
  private let incarnation: UInt64
  private var number: UInt64 = 0

  package init(seed: UInt64, incarnation: UInt64) {
    state = seed
    self.incarnation = incarnation
  }

  /// The next word (xorshift64*).
  package mutating func word() -> UInt64 {
    // Of 0 nothing but 0 would come.
    if state == 0 { state = 0x2545_F491_4F6C_DD1D }
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  private mutating func below(_ end: UInt64) -> UInt64 { (word() >> 11) % end }

  /// As many samples as told, of three types, each with the next number of its incarnation.
  package mutating func samples(_ count: Int, after start: Double = Sample.someday) -> [Sample] {
    (0..<count).map { _ in sample(after: start) }
  }

  private mutating func sample(after start: Double) -> Sample {
    number += 1
    let time = start + Double(below(86_400_000)) / 1000
    var sample: Sample
    switch below(4) {
    case 0:
      sample = .sleep(
        incarnation, number, from: time, lasting: Double(below(10_000)), value: Int64(below(6)))
    case 1: sample = .workout(incarnation, number, from: time, lasting: Double(below(7200)))
    default:
      sample = .heartRate(incarnation, number, at: time, value: Double(30 + below(2000)) / 10)
    }
    let apps: [Sample.Source] = [
      .app, .init("app.other", "Andere", version: ""), .init("app.third", "第三"),
    ]
    sample.source = apps[Int(below(3))]
    if below(3) > 0 {
      sample.device = below(2) == 0 ? ["name": "Watch", "model": "é"] : [:]
    }
    if below(2) == 0 { sample.metadata["HKWasUserEntered"] = .init(.bool, .flag(below(2) == 0)) }
    if below(4) == 0 {
      sample.metadata["note"] = .init(.string, .text(["", "a", "日本"][Int(below(3))]))
      sample.metadata["exact"] = .init(.double, .double([.nan, -0.0, 0.1][Int(below(3))]))
      sample.metadata["count"] = .init(.integer, .integer(Int64(bitPattern: word())))
      sample.metadata["when"] = .init(.date, .double(time))
      sample.metadata["weight"] = .init(.quantity, .double(Double(below(100))), unit: "kg")
    }
    return sample
  }
}
