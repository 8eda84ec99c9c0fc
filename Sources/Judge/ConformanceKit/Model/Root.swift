package import ConformanceWire

/// What live dots come to: a DayRoot.
package struct Root: Hashable, Sendable {
  package private(set) var count: UInt64 = 0
  package private(set) var sum: UInt128 = 0

  package init() {}

  package init(of dots: some Sequence<Dot>) {
    var mixers: [Stream: Mixer] = [:]
    for dot in dots {
      let mixer = mixers[dot.stream] ?? Mixer(dot.stream)
      mixers[dot.stream] = mixer
      count &+= 1
      sum &+= mixer.mix(dot.number)
    }
  }

  /// A root of any numbers.
  package init(count: UInt64, high: UInt64, low: UInt64) {
    self.count = count
    sum = UInt128(high) << 64 | UInt128(low)
  }

  /// Reads a DayRoot.
  package init(_ value: Value) {
    self.init(count: value["count"].word, high: value["high"].word, low: value["low"].word)
  }

  package var high: UInt64 { UInt64(truncatingIfNeeded: sum >> 64) }

  package var low: UInt64 { UInt64(truncatingIfNeeded: sum) }

  /// As a DayRoot.
  package var value: Value {
    ["count": .unsigned(count), "high": .unsigned(high), "low": .unsigned(low)]
  }

  package static func + (one: Self, two: Self) -> Self {
    var root = one
    root.count &+= two.count
    root.sum &+= two.sum
    return root
  }
}
