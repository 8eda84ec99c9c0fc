internal import HealthModel
internal import LocalStore
internal import StoreAccess
internal import SystemCore
internal import TestSupport

/// A store as an app uses it without Apple's API.
struct EngineStore {
  /// When a heart rate was taken, and what it was.
  struct Rate {
    var date: Double
    var value: Double
  }

  private let opened: OpenedStore<any AppAccess>

  /// Makes a store whose app may do all with heart rates.
  init(_ folder: String) async throws {
    opened = OpenedStore(
      try await LocalStore.open(StoreLocation(folder: folder)), as: HeartRates.source,
      asking: .always(true))
    try await opened.access.requestAuthorization(
      AccessRequest(share: [.heartRate], read: [.heartRate]))
  }

  func close() async throws { try await opened.close() }

  func run(of rates: [Rate]) throws -> SampleRun {
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let unit = try Unit.count.divided(by: .minute)
    guard
      let run = SampleRun(
        type: .heartRate, uuids: uuids.take(rates.count, for: .heartRate),
        starts: rates.map(\.date),
        ends: rates.map(\.date),
        payload: .quantity(
          values: rates.map(\.value),
          units: DictionaryColumn(repeating: unit, count: rates.count)),
        sources: DictionaryColumn(repeating: HeartRates.source, count: rates.count),
        devices: DictionaryColumn(repeating: nil, count: rates.count))
    else { preconditionFailure("columns of one length") }
    return run
  }

  func save(_ run: SampleRun) async throws { try await opened.access.save([run]) }

  func count() async throws -> Int {
    var count = 0
    for try await run in try await opened.access.samples(SampleQuery(.heartRate)) {
      count += run.count
    }
    return count
  }

  /// How many of so many days have an average.
  func days(from start: Double, count: Int) async throws -> Int {
    let edges = (0...count).map { start + Double($0) * 86_400 }
    return try await opened.access.statistics(
      StatisticsQuery(
        .heartRate, where: .window(from: start, to: edges[count], options: []), .discreteAverage,
        edges: edges)
    ).statistics.count
  }

  /// Where a reader stands who lacks the last `count` changes.
  func anchor(before count: Int) async throws -> StoreAnchor {
    var left = try await self.count() - count
    var anchor = StoreAnchor.beginning
    while left > 0 {
      let page = try await opened.access.changes(
        StoreChangeQuery([.heartRate], since: anchor, limit: left))
      left -= page.count
      anchor = page.anchor
    }
    return anchor
  }

  func changes(since anchor: StoreAnchor) async throws -> Int {
    try await opened.access.changes(StoreChangeQuery([.heartRate], since: anchor)).count
  }
}

/// Heart rates of five seconds each, the same for the same seed, without end.
struct RateSequence {
  private var generator: SeededGenerator
  private var index = 0
  private var rate = 70

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The first of the sequence.
  func first(_ count: Int) -> [EngineStore.Rate] {
    var copy = self
    return copy.next(count)
  }

  mutating func next(_ count: Int) -> [EngineStore.Rate] {
    (0..<count).map { _ in
      defer { index += 1 }
      rate = min(180, max(45, rate + Int.random(in: -2...2, using: &generator)))
      return EngineStore.Rate(date: HeartRates.date(of: index), value: Double(rate))
    }
  }
}
