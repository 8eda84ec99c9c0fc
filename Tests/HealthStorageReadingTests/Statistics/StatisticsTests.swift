internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// What statistics mean, by examples.
struct StatisticsTests {
  private static let sum = StatisticsOptions.cumulativeSum

  /// The slides' example: two apps count steps in five equal intervals, one of which pauses in two.
  private static func slides(_ store: inout ReadingFixture) throws {
    let values: [(String, [Double?])] = [
      ("app.a", [5, 5, 2, 2, 8]), ("app.b", [6, 5, nil, nil, 8]),
    ]
    var counter: UInt64 = 0
    for (app, values) in values {
      var samples: [Sample] = []
      for (index, value) in values.enumerated() {
        guard let value else { continue }
        counter += 1
        let start = Double(index) * 60
        samples.append(.quantity(counter, value, from: start, to: start + 60, by: app))
      }
      try store.save(samples)
    }
  }

  @Test(arguments: [(["app.b", "app.a"], 23.0), (["app.a", "app.b"], 22.0)])
  func `the example of the slides comes out by either order`(order: [String], sum: Double) throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.slides(&store)
    let query = StatisticsQuery(.stepCount, [Self.sum, .separateBySource])
    let answer = try #require(try store.statistics(query, order: order).answer.first)
    #expect(answer.values.sum == sum)
    #expect(answer.sources.map(\.values.sum) == [22, 19])
    #expect(answer.sources.map(\.source.bundleIdentifier) == ["app.a", "app.b"])
    #expect(answer.sources.compactMap(\.values.sum).reduce(0, +) == 41)
    #expect(answer.start == 0 && answer.end == 300)
  }

  @Test func `steps across the hour are divided in proportion, exactly`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    let hour = 3_600.0
    try store.save([.quantity(1, 100, from: 14 * hour - 180, to: 14 * hour + 120)])
    let edges = [13 * hour, 14 * hour, 15 * hour, 16 * hour]
    let answer = try store.statistics(StatisticsQuery(.stepCount, Self.sum, edges: edges)).answer
    #expect(answer.map(\.values.sum) == [60, 40])
    #expect(answer.map(\.start) == [13 * hour, 14 * hour])
    #expect(answer.map(\.end) == [14 * hour, 15 * hour])
    // In one answer over all a sample counts whole.
    let whole = try store.statistics(
      StatisticsQuery(
        .stepCount, where: .window(from: 14 * hour, to: 15 * hour), Self.sum)
    ).answer
    #expect(whole.map(\.values.sum) == [100])
    #expect(whole.map(\.start) == [14 * hour - 180])
    #expect(whole.map(\.end) == [14 * hour + 120])
  }

  @Test func `a sample without length counts where it is, unless a higher source covers it`() throws
  {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try store.save([
      .quantity(1, 1, from: 100, to: 200, by: "app.a"), .quantity(2, 2, from: 300, to: 300),
      .quantity(3, 10, from: 100, to: 100, by: "app.b"),
      .quantity(4, 20, from: 199, to: 199, by: "app.b"),
      .quantity(5, 40, from: 200, to: 200, by: "app.b"),
      .quantity(6, 80, from: 300, to: 300, by: "app.b"),
    ])
    let query = StatisticsQuery(.stepCount, Self.sum, edges: [0, 100, 200, 300, 400])
    let answer = try store.statistics(query, order: ["app.a", "app.b"]).answer
    #expect(answer.map(\.start) == [100, 200, 300])
    #expect(answer.map(\.values.sum) == [1, 40, 82])
    // A bucket that holds nothing but covered samples is told all the same.
    let covered = try store.statistics(
      StatisticsQuery(
        .stepCount, where: .start(.less, 200), Self.sum, edges: [0, 150, 199.5, 250]),
      order: ["app.a", "app.b"]
    ).answer
    #expect(covered.map(\.values.sum) == [0.5, 0.495, 0.005])
  }

  @Test func `samples of one source that overlap are added, whatever its name`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try store.save([
      .quantity(1, 10, from: 0, to: 100), .quantity(2, 20, from: 50, to: 150),
      .quantity(3, 40, from: 0, to: 150, name: "Renamed"),
    ])
    let query = StatisticsQuery(.stepCount, [Self.sum, .separateBySource])
    let answer = try #require(try store.statistics(query).answer.first)
    #expect(answer.values.sum == 70)
    #expect(answer.sources.map(\.source.name) == ["Renamed", "app.a"])
    #expect(answer.sources.map(\.values.sum) == [40, 30])
  }

  @Test func `sources that the order does not name come last, by bundle identifier`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try store.save([
      .quantity(1, 1, from: 0, to: 10, by: "app.z"), .quantity(2, 2, from: 0, to: 10, by: "app.c"),
      .quantity(3, 4, from: 0, to: 10, by: "app.b"),
    ])
    let query = StatisticsQuery(.stepCount, Self.sum)
    #expect(try store.statistics(query).answer.map(\.values.sum) == [4])
    #expect(try store.statistics(query, order: ["app.z"]).answer.map(\.values.sum) == [1])
    #expect(try store.statistics(query, order: ["app.q", "app.c"]).answer.map(\.values.sum) == [2])
  }

  @Test func `a discrete sample counts once, where it starts`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    let unit = try Unit.count.divided(by: .minute)
    try store.save([
      .quantity(1, 60, unit, of: .heartRate, from: 50, to: 250),
      .quantity(2, 80, unit, of: .heartRate, from: 60, to: 60),
      .quantity(3, 100, unit, of: .heartRate, from: 100, to: 100),
      .quantity(4, 2, try Unit.count.divided(by: .second()), of: .heartRate, from: 90, to: 95),
    ])
    let query = StatisticsQuery(
      .heartRate, [.discrete, .mostRecent, .separateBySource], edges: [0, 100, 200, 300])
    let answer = try store.statistics(query).answer
    #expect(answer.count == 2)
    let canonical = try #require(ObjectType.heartRate.description?.canonicalUnit)
    func value(_ rate: Double) throws -> Double { try Quantity(rate, unit).value(in: canonical) }
    #expect(answer.first?.values.minimum == (try value(60)))
    #expect(answer.first?.values.maximum == (try value(120)))
    #expect(
      answer.first?.values.mostRecent
        == Statistics.MostRecent(value: try value(60), start: 50, end: 250))
    #expect(answer.last?.values.average == (try value(100)))
    #expect(answer.last?.sources.count == 1)
  }

  @Test func `the latest sample is that which ended last, then began last, then is greatest`()
    throws
  {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try store.save([
      .quantity(1, 5, from: 0, to: 100), .quantity(2, 3, from: 50, to: 100),
      .quantity(3, 4, from: 50, to: 100), .quantity(4, 9, from: 60, to: 90, by: "app.b"),
    ])
    let query = StatisticsQuery(.stepCount, [.mostRecent, .separateBySource])
    let answer = try #require(try store.statistics(query).answer.first)
    #expect(answer.values == Self.latest(4, 50, 100))
    #expect(answer.sources.map(\.values) == [Self.latest(4, 50, 100), Self.latest(9, 60, 90)])
  }

  private static func latest(_ value: Double, _ start: Double, _ end: Double) -> Statistics.Values {
    var values = Statistics.Values()
    values.mostRecent = Statistics.MostRecent(value: value, start: start, end: end)
    return values
  }

  @Test(arguments: [
    (
      ObjectType.stepCount, StatisticsOptions.discreteAverage,
      "cannot work out statistics: "
        + "stepCount is cumulative: it has a sum, and no average, minimum or maximum"
    ),
    (
      .heartRate, .cumulativeSum,
      "cannot work out statistics: "
        + "heartRate is discrete: it has an average, a minimum and a maximum, and no sum"
    ),
    (
      .sleepAnalysis, .mostRecent,
      "cannot work out statistics: "
        + "HKCategoryTypeIdentifierSleepAnalysis is no type of quantities"
    ),
    (
      .stepCount, .separateBySource,
      "cannot work out statistics: no option says what to work out"
    ),
  ])
  func `what does not fit the type is refused`(
    type: ObjectType, options: StatisticsOptions, sentence: String
  ) {
    let error = #expect(throws: ModelError.self) {
      try StatisticsQuery(type, options).check()
    }
    #expect(error.map { "\($0)" } == sentence)
  }

  @Test func `without samples there is no answer`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    let query = StatisticsQuery(.stepCount, [Self.sum, .mostRecent])
    #expect(try store.statistics(query).answer.isEmpty)
    try store.save([.quantity(1, 5, from: 0, to: 100)])
    #expect(try store.statistics(query, seeing: .nothing).answer.isEmpty)
    #expect(try store.statistics(query, seeing: .own(bundleIdentifier: "app.b")).answer.isEmpty)
    #expect(
      try store.statistics(StatisticsQuery(.stepCount, Self.sum, edges: [100, 200])).answer.isEmpty)
  }
}
