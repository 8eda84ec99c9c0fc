internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct ExactSumTests {
  /// What is added in one trial, from tame to wild.
  enum Mixture: CaseIterable {
    case counts
    case readings
    case cancelling
    case anything
    case tiny
    case huge

    func values(using generator: inout SeededGenerator) -> [Double] {
      let count = Int.random(in: 0...40, using: &generator)
      var values = (0..<count).map { _ in value(using: &generator) }
      if self == .cancelling { values += values.dropFirst().map { -$0 } }
      return values
    }

    private func value(using generator: inout SeededGenerator) -> Double {
      switch self {
      case .counts: Double(Int.random(in: 0...10_000, using: &generator))
      case .readings: .anyReading(using: &generator)
      case .cancelling, .anything: .anyFinite(using: &generator)
      case .tiny: .leastNormalMagnitude * .random(in: -2...2, using: &generator)
      case .huge: .greatestFiniteMagnitude * .random(in: -1...1, using: &generator)
      }
    }
  }

  private static func sum(_ values: some Sequence<Double>) -> ExactSum {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    return sum
  }

  private static func exact(_ values: [Double]) -> BigRational {
    values.reduce(BigRational(sharingDenominator: 0)) { sum, value in
      sum + BigRational(sharingDenominator: value)
    }
  }

  @Test(arguments: Mixture.allCases)
  func `a sum is rounded once and its components are all of it`(mixture: Mixture) {
    let seed: UInt64 = 0x5EED_0010
    var generator = SeededGenerator(seed: seed)
    for trial in 0..<60 {
      let values = mixture.values(using: &generator)
      let sum = Self.sum(values)
      let exact = Self.exact(values)
      let components = sum.components
      #expect(exact.isCorrectlyRounded(as: sum.value), "seed \(seed), trial \(trial)")
      #expect(Self.exact(components).order(to: exact) == 0, "seed \(seed), trial \(trial)")
      #expect(components.allSatisfy { $0.isFinite && $0 != 0 }, "seed \(seed), trial \(trial)")
      #expect(ExactSum(components: components) == sum, "seed \(seed), trial \(trial)")
      if sum.value.isFinite, let first = components.first {
        #expect(first == sum.value, "seed \(seed), trial \(trial)")
      }
    }
  }

  @Test(arguments: Mixture.allCases)
  func `order and grouping do not show`(mixture: Mixture) {
    let seed: UInt64 = 0x5EED_0011
    var generator = SeededGenerator(seed: seed)
    for trial in 0..<60 {
      let values = mixture.values(using: &generator)
      let components = Self.sum(values).components
      let shuffled = values.shuffled(using: &generator)
      #expect(Self.sum(shuffled).components == components, "seed \(seed), trial \(trial)")
      let cut = Int.random(in: 0...values.count, using: &generator)
      var merged = Self.sum(shuffled.prefix(cut))
      merged.merge(Self.sum(shuffled.dropFirst(cut)))
      #expect(merged.components == components, "seed \(seed), trial \(trial)")
      #expect(merged == Self.sum(values), "seed \(seed), trial \(trial)")
      #expect(merged.hashValue == Self.sum(values).hashValue, "seed \(seed), trial \(trial)")
    }
  }

  @Test(
    arguments: [
      ([], []), ([0, -0.0], []), ([5, -5], []), ([1, 2, 3], [6]),
      ([0.1, 0.2], [0.30000000000000004]),
      ([0x1p53, 1], [0x1p53, 1]), ([0x1p53, 1, 1], [0x1.0000000000001p53]),
      ([1e16, 1, -1e16], [1]),
      ([1, 0x1p-53, 0x1p-200], [0x1.0000000000001p0, -0x1p-53, 0x1p-200]),
      ([1, 0x1p-53], [1, 0x1p-53]), ([.leastNonzeroMagnitude], [.leastNonzeroMagnitude]),
    ] as [([Double], [Double])])
  func `a sum has one set of components`(values: [Double], components: [Double]) {
    let sum = Self.sum(values)
    // 0.1 and 0.2 leave something behind, which the table need not spell out.
    #expect(Array(sum.components.prefix(components.count)) == components)
    #expect(sum.value == components.first ?? 0)
  }

  @Test func `a sum may pass the range of doubles and come back`() {
    let greatest = Double.greatestFiniteMagnitude
    #expect(Self.sum([greatest, greatest]).value == .infinity)
    #expect(Self.sum([-greatest, -greatest]).value == -.infinity)
    #expect(Self.sum([greatest, greatest, -greatest, 1, -greatest]).value == 1)
    #expect(Self.sum([greatest, 0x1p969]).value == greatest)
    #expect(Self.sum([greatest, 0x1p970]).value == .infinity)
    #expect(Self.sum([greatest, greatest]).components == [greatest, greatest])
  }

  @Test func `a sum far beyond the range is stored as infinite`() throws {
    let sum = Self.sum(repeatElement(Double.greatestFiniteMagnitude, count: 100))
    #expect(sum.components.count == 32)
    let stored = try #require(ExactSum(components: sum.components))
    #expect(stored.value == .infinity)
    #expect(stored == sum)
  }

  @Test func `what is not finite does no harm`() {
    #expect(Self.sum([.infinity]).value == .greatestFiniteMagnitude)
    #expect(Self.sum([.infinity, .infinity]).value == .infinity)
    #expect(Self.sum([.infinity, -.infinity, 7]).value == 7)
    #expect(Self.sum([.nan, 7, .signalingNaN]).components == [7])
    #expect(Self.sum([.greatestFiniteMagnitude, .infinity, .nan]).value == .infinity)
  }

  @Test(
    arguments: [
      [0], [-0.0], [.nan], [.infinity], [-.infinity], [1, 0], [1, 1], [1, 2], [0x1p-60, 1],
      [1, -0x1p-53, 1], [1, 0x1p-52], [0x1.0000000000001p0, 0x1p-53], [1, .nan],
      [.greatestFiniteMagnitude, .infinity], [1, -1], [1, 0x1p-60, 0x1p-61],
    ] as [[Double]])
  func `components that no sum has are refused`(components: [Double]) {
    #expect(ExactSum(components: components) == nil)
  }

  @Test func `too many components are refused`() {
    let many = [Double](repeating: 1, count: ExactSum.maximumComponents + 1)
    #expect(ExactSum(components: many) == nil)
    let greatest = [Double](repeating: .greatestFiniteMagnitude, count: 33)
    #expect(ExactSum(components: greatest) == nil)
  }

  @Test func `the longest sum can be stored`() {
    // Every 54th bit of the range: no two fit into one double.
    let values = stride(from: -1_074, through: 1_023, by: 54).map { exponent in
      Double(sign: .plus, exponent: exponent, significand: 1)
    }
    let sum = Self.sum(values)
    #expect(sum.components == values.reversed())
    #expect(ExactSum(components: sum.components) == sum)
    #expect(sum.components.count <= ExactSum.maximumComponents)
  }
}
