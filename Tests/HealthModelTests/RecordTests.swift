internal import HealthModel
internal import Testing

struct RecordTests {
  @Test(
    arguments: [
      (nil, 2000, 2, 29), (1, 1900, 2, 28), (1, 2024, 12, 31), (0, 1, 2, 29), (0, 5, 2, 29),
      (1, 9999, 12, 31), (1, 1, 1, 1),
    ] as [(Int?, Int, Int, Int)])
  func `a day of the calendar is a date of birth`(era: Int?, year: Int, month: Int, day: Int) throws
  {
    let date = try DateOfBirth(era: era, year: year, month: month, day: day)
    #expect(date.era == era ?? 1)
    #expect((date.year, date.month, date.day) == (year, month, day))
  }

  @Test(
    arguments: [
      (1, 1900, 2, 29), (1, 2023, 2, 29), (0, 2, 2, 29), (1, 2000, 13, 1), (1, 2000, 0, 1),
      (1, 2000, 4, 31), (1, 2000, 1, 0), (1, 2000, 1, 32), (1, 0, 1, 1), (1, 10_000, 1, 1),
      (2, 2000, 1, 1), (-1, 2000, 1, 1), (1, .min, 1, 1), (1, .max, .max, .max),
    ] as [(Int, Int, Int, Int)])
  func `any other day is refused`(era: Int, year: Int, month: Int, day: Int) {
    let error = #expect(throws: ModelError.self) {
      try DateOfBirth(era: era, year: year, month: month, day: day)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [
    (Characteristic.Kind.biologicalSex, Int64(3)), (.bloodType, 8), (.fitzpatrickSkinType, 6),
  ])
  func `a characteristic has the values of its enumeration only`(
    kind: Characteristic.Kind, highest: Int64
  ) throws {
    func make(_ value: Int64) -> Characteristic {
      switch kind {
      case .biologicalSex: .biologicalSex(value)
      case .bloodType: .bloodType(value)
      default: .fitzpatrickSkinType(value)
      }
    }
    for value in 0...highest { try make(value).check() }
    for value in [-1, highest + 1, .min, .max] {
      let error = #expect(throws: ModelError.self) { try make(value).check() }
      #expect(error?.code == .invalidArgument)
    }
    #expect(make(0) == .notSet(kind))
  }

  @Test func `wheelchair use has a value at every instant`() throws {
    var history = WheelchairHistory()
    #expect(history.value(at: 0) == 0)
    try history.set(2, since: 100)
    try history.set(1, since: 50)
    try history.set(0, since: 200)
    let facts: [(Double, Int64)] = [
      (49, 0), (50, 1), (99.9, 1), (100, 2), (199, 2), (200, 0), (1e9, 0),
    ]
    for (instant, value) in facts { #expect(history.value(at: instant) == value) }
  }

  @Test func `a change to what already holds is no change`() throws {
    var history = WheelchairHistory()
    try history.set(0, since: 10)
    #expect(history.changes.isEmpty)
    try history.set(2, since: 20)
    try history.set(2, since: 30)
    #expect(history.changes == [.init(since: 20, value: 2)])
    try history.set(2, since: 15)
    #expect(history.changes == [.init(since: 15, value: 2)])
    try history.set(1, since: 15)
    #expect(history.changes == [.init(since: 15, value: 1)])
  }

  @Test(arguments: [(3, 0.0), (-1, 0), (1, .nan), (1, .infinity), (1, 1e15)] as [(Int64, Double)])
  func `a wheelchair use that cannot be is refused and changes nothing`(
    value: Int64, instant: Double
  ) throws {
    var history = WheelchairHistory()
    try history.set(1, since: 5)
    let before = history
    let error = #expect(throws: ModelError.self) { try history.set(value, since: instant) }
    #expect(error?.code == .invalidArgument)
    #expect(history == before)
  }

  @Test func `wheelchair use keeps so many changes and no more`() throws {
    var history = WheelchairHistory()
    for index in 0..<WheelchairHistory.mostChanges {
      try history.set(Int64(1 + index % 2), since: Double(index))
    }
    let before = history
    #expect(throws: ModelError.self) { try history.set(0, since: 1e6) }
    #expect(history == before)
    #expect(history.changes.count == WheelchairHistory.mostChanges)
  }

  @Test func `new sources stand by their rank, the newest on top of it`() {
    var order = SourceOrder(of: .stepCount)
    order.insert(["app.a", "dyad.sensor.wrist", "app.b", "dyad.manual", "app.c"])
    #expect(
      order.bundleIdentifiers == ["dyad.manual", "dyad.sensor.wrist", "app.c", "app.b", "app.a"])
    order.insert(["com.apple.Health", "com.apple.health.1F2E", "app.a"])
    #expect(
      order.bundleIdentifiers == [
        "com.apple.Health", "dyad.manual", "com.apple.health.1F2E", "dyad.sensor.wrist", "app.c",
        "app.b", "app.a",
      ])
  }

  @Test func `the user's order stays, and a new app goes before the first app`() throws {
    var order = try SourceOrder(of: .stepCount, ["dyad.sensor.wrist", "app.a", "dyad.manual"])
    order.insert(["app.b", "app.a"])
    #expect(
      order.bundleIdentifiers == ["dyad.sensor.wrist", "app.b", "app.a", "dyad.manual"])
    var appless = try SourceOrder(of: .stepCount, ["dyad.sensor.wrist", "dyad.manual"])
    appless.insert(["app.b"])
    #expect(appless.bundleIdentifiers == ["dyad.sensor.wrist", "dyad.manual", "app.b"])
  }

  @Test func `an order has a bound`() {
    var order = SourceOrder(of: .stepCount)
    order.insert((0..<2_000).map { "app.\($0)" })
    #expect(order.bundleIdentifiers.count == SourceOrder.mostSources)
    #expect(order.bundleIdentifiers.last == "app.0")
  }

  @Test(arguments: [
    ["a", "a"], [""], ["a\u{0}b"], [String(repeating: "x", count: 1_025)],
  ])
  func `an order of what cannot be sources is refused`(bundles: [String]) {
    let error = #expect(throws: ModelError.self) {
      try SourceOrder(of: .stepCount, bundles)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `types without samples have no order of sources`() {
    #expect(throws: ModelError.self) { try SourceOrder(of: .biologicalSex, ["a"]) }
  }

  @Test func `a preferred unit is one the type can be told in`() throws {
    #expect(try UnitPreference(of: .bodyMass, .stone).unit == .stone)
    for (type, unit) in [
      (ObjectType.bodyMass, Unit.count), (.workout, .kilocalorie), (.sleepAnalysis, .hour),
      (ObjectType("HKNewer"), .count),
    ] {
      let error = #expect(throws: ModelError.self) { try UnitPreference(of: type, unit) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `every key reads back from its text`() {
    let keys =
      Characteristic.Kind.allCases.map(RecordKey.characteristic)
      + [
        .sourceOrder(.stepCount), .preferredUnit(.bodyMass), .sourceOrder(ObjectType("a/b")),
        .workoutOrders,
      ]
    #expect(Set(keys.map(\.text)).count == keys.count)
    for key in keys { #expect(RecordKey(text: key.text) == key) }
  }

  @Test(arguments: [
    "", "characteristic", "characteristic/", "characteristic/HKWorkoutTypeIdentifier",
    "goal/HKWorkoutTypeIdentifier", "/HKWorkoutTypeIdentifier",
    "workout-orders/HKCorrelationTypeIdentifierFood",
  ])
  func `any other text is no key`(text: String) {
    #expect(RecordKey(text: text) == nil)
  }
}
