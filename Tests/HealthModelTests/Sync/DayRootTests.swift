internal import HealthModel
internal import TestSupport
internal import Testing

struct DayRootTests {
  /// A dot, and both words of its mix as somebody else's arithmetic gives them.
  struct Known: Sendable, CustomTestStringConvertible {
    var incarnation: UInt64
    var type: String
    var sequence: UInt64
    var high: UInt64
    var low: UInt64

    var testDescription: String { "\(incarnation), \(type), \(sequence)" }
  }

  static let known = [
    Known(
      incarnation: 0, type: "", sequence: 0, high: 0x2EA1_29E6_A74B_30CD, low: 0x0562_5114_F5B7_906E
    ),
    Known(
      incarnation: 1, type: "T", sequence: 1, high: 0x814D_4E65_85CC_8BBC,
      low: 0x19BB_A599_5E7D_9CA7),
    Known(
      incarnation: 7, type: "HKQuantityTypeIdentifierHeartRate", sequence: 41,
      high: 0x31DF_5D82_AB1E_2643, low: 0x8068_3AA7_27A1_763E),
    Known(
      incarnation: .max, type: "HKCategoryTypeIdentifierSleepAnalysis", sequence: .max,
      high: 0xF901_95D9_29C0_A1DC, low: 0x8E32_8D79_1E5E_2168),
    Known(
      incarnation: 0x0123_4567_89AB_CDEF, type: "日本", sequence: 1 << 63,
      high: 0xE693_B83E_8D33_024A, low: 0x9CC2_C3E3_1C4D_2290),
  ]

  @Test(arguments: known)
  func `a dot is mixed as the format says`(known: Known) {
    let mixer = DotMixer(
      .init(incarnation: Incarnation(rawValue: known.incarnation), type: ObjectType(known.type)))
    #expect(mixer.mix(known.sequence) == UInt128(known.high) << 64 | UInt128(known.low))
  }

  @Test func `a root is the sum of its dots as the format says`() {
    var root = DayRoot()
    root.add(
      0...2, in: DotMixer(.init(incarnation: Incarnation(rawValue: 1), type: ObjectType("T"))))
    root.add(
      1...500,
      in: DotMixer(
        .init(
          incarnation: Incarnation(rawValue: 7),
          type: ObjectType("HKQuantityTypeIdentifierHeartRate"))))
    #expect(root.count == 503)
    #expect(root.sum == UInt128(0xC4F1_D454_882A_29AD) << 64 | UInt128(0xAA42_68D2_8C79_4271))
  }

  private static func root(_ dots: some Sequence<Dot>) -> DayRoot {
    var root = DayRoot()
    for dot in dots {
      root.add(
        dot.sequence...dot.sequence,
        in: DotMixer(.init(incarnation: dot.incarnation, type: dot.type)))
    }
    return root
  }

  private static func root(_ vector: VersionVector) -> DayRoot {
    var root = DayRoot()
    for (stream, intervals) in vector.streams {
      for interval in intervals.intervals { root.add(interval, in: DotMixer(stream)) }
    }
    return root
  }

  @Test func `roots are equal exactly where the dots are`() {
    var random = SeededGenerator(seed: 97)
    for round in 0..<400 {
      let one = PlainDots(&random)
      let two = PlainDots(&random)
      let comment: Comment = "\(random), round \(round)"
      #expect(Self.root(one.dots.shuffled(using: &random)) == Self.root(one.vector), comment)
      #expect((Self.root(one.vector) == Self.root(two.vector)) == (one.dots == two.dots), comment)
      var sum = Self.root(one.dots.subtracting(two.dots))
      sum.add(Self.root(one.dots.intersection(two.dots)))
      #expect(sum == Self.root(one.vector), comment)
      sum.subtract(Self.root(one.dots.subtracting(two.dots)))
      #expect(sum == Self.root(one.dots.intersection(two.dots)), comment)
    }
  }
}
