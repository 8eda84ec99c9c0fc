internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Random stores and questions, against the slow answers.
struct RandomStatisticsTests {
  private static let seeds = 0..<40 as Range<UInt64>

  @Test(arguments: seeds)
  func `answers are those of the definition, however samples lie in segments`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    var world = StatisticsWorld(&generator)
    try world.fill(&store, &generator)
    var asked: [StatisticsQuestion] = []
    for _ in 0..<6 {
      let question = world.question(&generator)
      let slow = try store.slowStatistics(
        question.query, order: question.order, seeing: question.visibility)
      #expect(try question.ask(&store) == slow, "pending, \(generator): \(question)")
      asked.append(question)
    }
    let limits = StatisticsWorld.smallLimits(&generator)
    let pending = try asked.map { try $0.ask(&store, limits) }
    try store.settle()
    let settled = try asked.map { try $0.ask(&store) }
    #expect(settled == pending, "merged, \(generator)")
    // The same samples in another store, in another order and other portions.
    let otherFolder = try TemporaryFolder()
    var other = try ReadingFixture(otherFolder)
    try world.fillAnew(&other, from: &store, &generator)
    let moved = try asked.map { try $0.ask(&other, limits) }
    #expect(moved == pending, "saved in another order, \(generator)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no header tells of a row that is out of sight`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    let count = 2_000
    let samples = (0..<count).map { index in
      Sample.quantity(
        UInt64(index + 1), Double(generator.next() % 100), from: Double(index) * 60,
        to: Double(index) * 60 + 30)
    }
    try store.save(samples)
    let edges = stride(from: 0, through: Double(count) * 60, by: 3_600).map { $0 }
    let query = StatisticsQuery(.stepCount, .cumulativeSum, edges: edges)
    #expect(try store.statistics(query).decoded == 0)
    // One row in each of some blocks, and everything of another.
    let gone =
      Int.random(in: 1...3, using: &generator) == 1
      ? Array(0..<512)
      : (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Int.random(in: 0..<count, using: &generator)
      }
    try store.commit(
      .delete(Change.Deletion(.uuids(Set(gone).map { samples[$0].uuid }))))
    let (answer, decoded) = try store.statistics(query)
    #expect(decoded > 0 || gone.count == 512, "\(generator)")
    #expect(decoded <= 3 * gone.count, "\(generator)")
    #expect(try answer == store.slowStatistics(query), "\(generator)")
    try store.settle()
    let settled = try store.statistics(query)
    #expect(settled.answer == answer && settled.decoded == 0, "\(generator)")
  }
}

/// One question.
struct StatisticsQuestion {
  var query: StatisticsQuery
  var order: [String]
  var visibility: Visibility

  func ask(
    _ store: inout ReadingFixture, _ limits: StatisticsLimits = StatisticsLimits()
  ) throws -> [Statistics] {
    try store.statistics(query, order: order, seeing: visibility, limits: limits).answer
  }
}

/// What random stores are made of: a few days on which instants meet often.
struct StatisticsWorld {
  private static let firstDate = 473_385_600.0
  private let days: Double
  private let apps: [String]
  private var counter: UInt64 = 0
  private var saved: [Sample] = []
  private var cutoff = -Double.infinity

  init(_ generator: inout SeededGenerator) {
    days = [0.05, 0.5, 3, 20].randomElement(using: &generator) ?? 1
    apps = (0..<Int.random(in: 1...5, using: &generator)).map { "app.\($0)" }
  }

  static func smallLimits(_ generator: inout SeededGenerator) -> StatisticsLimits {
    var limits = StatisticsLimits()
    limits.sums = Int.random(in: 1...20, using: &generator)
    limits.entries = Int.random(in: 1...40, using: &generator)
    limits.rows = Int.random(in: 1...60, using: &generator)
    limits.blocks = Int.random(in: 1...4, using: &generator)
    return limits
  }

  private func instant(_ generator: inout SeededGenerator) -> Double {
    let second = Double.random(in: 0...(days * 86_400), using: &generator)
    let at = Self.firstDate + second
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return at
    case 1: return (at / 900).rounded() * 900
    case 2: return (at / 3_600).rounded() * 3_600
    case 3, 4: return (at / 60).rounded() * 60
    default: return at.rounded()
    }
  }

  private func length(_ generator: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1: 0 as Double
    case 2: 900
    case 3: Double(Int.random(in: 1...96, using: &generator)) * 900
    case 4: Double.random(in: 0...7_200, using: &generator)
    case 5 where days > 1: Double.random(in: 0...200_000, using: &generator)
    default: Double(Int.random(in: 1...600, using: &generator))
    }
  }

  private mutating func sample(_ generator: inout SeededGenerator) -> Sample {
    counter += 1
    let start = instant(&generator)
    let app = apps.randomElement(using: &generator) ?? "app.0"
    let isDiscrete = Int.random(in: 0..<4, using: &generator) == 0
    let units: [Unit] = isDiscrete ? [.gram(.kilo), .gram(), .pound] : [.meter(), .mile, .foot]
    let unit = units[Int.random(in: 0..<8, using: &generator) == 0 ? 1 : 0]
    let value =
      Bool.random(using: &generator)
      ? Double(Int.random(in: 0...200, using: &generator))
      : Double.random(in: 0...100, using: &generator)
    return Sample.quantity(
      counter, value, Int.random(in: 0..<9, using: &generator) == 0 ? units[2] : unit,
      of: isDiscrete ? .bodyMass : .distanceWalkingRunning, from: start,
      to: start + length(&generator), by: app,
      name: Int.random(in: 0..<6, using: &generator) == 0 ? "Other name" : app)
  }

  /// Saves, deletes and prunes, and lets merging happen in between.
  mutating func fill(
    _ store: inout ReadingFixture, _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 3...24, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        let some = saved.filter { _ in Int.random(in: 0..<20, using: &generator) == 0 }
        saved.removeAll { some.contains($0) }
        if !some.isEmpty {
          try store.commit(.delete(Change.Deletion(.uuids(some.map(\.uuid)))))
        }
      case 1: try store.settle()
      case 2 where Bool.random(using: &generator):
        let date = Self.firstDate + days * 20_000
        cutoff = date
        saved.removeAll { $0.end < date }
        try store.commit(.prune(Change.Prune(before: date, licence: .unpaired)))
      default:
        var samples: [Sample] = []
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
          samples.append(sample(&generator))
        }
        // Apps mostly save in the order of time.
        if Bool.random(using: &generator) { samples.sort { $0.start < $1.start } }
        samples.removeAll { $0.end < cutoff }
        saved += samples
        try store.save(samples)
      }
    }
  }

  /// Saves what is in sight of one store into another.
  mutating func fillAnew(
    _ other: inout ReadingFixture, from store: inout ReadingFixture,
    _ generator: inout SeededGenerator
  ) throws {
    var all: [Sample] = []
    for type in [ObjectType.bodyMass, .distanceWalkingRunning] {
      var cursor = try SampleCursor(
        SampleQuery(type), seeing: .everything, in: store.writer.snapshot(),
        from: &store.reader.tables)
      while let run = try cursor.next(from: &store.reader.tables) {
        all += (0..<run.count).map { run[$0] }
      }
    }
    all.shuffle(using: &generator)
    while !all.isEmpty {
      let count = min(all.count, Int.random(in: 1...90, using: &generator))
      try other.save(Array(all.suffix(count)))
      all.removeLast(count)
    }
  }

  func question(_ generator: inout SeededGenerator) -> StatisticsQuestion {
    let isDiscrete = Int.random(in: 0..<3, using: &generator) == 0
    var options: StatisticsOptions = isDiscrete ? .discrete : .cumulativeSum
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: options = .mostRecent
    case 1, 2, 3: options.insert(.mostRecent)
    default: break
    }
    if Bool.random(using: &generator) { options.insert(.separateBySource) }
    let known = apps.shuffled(using: &generator)
    return StatisticsQuestion(
      query: StatisticsQuery(
        isDiscrete ? .bodyMass : .distanceWalkingRunning, where: predicate(&generator), options,
        edges: edges(&generator)),
      order: Array(known.prefix(Int.random(in: 0...apps.count, using: &generator))),
      visibility: Int.random(in: 0..<6, using: &generator) == 0
        ? .own(bundleIdentifier: known[0]) : .everything)
  }

  private func edges(_ generator: inout SeededGenerator) -> [Double]? {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return nil
    case 1:
      let some = (0..<Int.random(in: 2...9, using: &generator)).map { _ in instant(&generator) }
      let edges = Set(some).sorted()
      return edges.count > 1 ? edges : nil
    default:
      let steps: [Double] = [900, 3_600, 86_400, 1_000]
      let shifts: [Double] = [-86_400, 0, 7_200, 450]
      let step = steps.randomElement(using: &generator) ?? 900
      let shift = shifts.randomElement(using: &generator) ?? 0
      let first = Self.firstDate + shift
      let count = Int(min(60, days * 86_400 / step)) + 2
      return (0..<count).map { first + Double($0) * step }
    }
  }

  private func predicate(_ generator: inout SeededGenerator) -> Predicate {
    let (one, two) = (instant(&generator), instant(&generator))
    let window = Predicate.window(
      from: min(one, two), to: max(one, two),
      options: [[], .strictStartDate, .strictEndDate].randomElement(using: &generator) ?? [])
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1: return window
    case 2: return .not(window)
    case 3: return .or([.start(.less, one), .end(.greater, two)])
    case 4: return .and([window, .sources(bundleIdentifiers: Set(apps.prefix(2)))])
    case 5: return .sources(bundleIdentifiers: Set(apps.suffix(1)))
    case 6: return .uuid(UUIDSet((0..<counter).filter { $0 % 3 == 0 }.map { .step($0) }))
    default: return .constant(true)
    }
  }
}
