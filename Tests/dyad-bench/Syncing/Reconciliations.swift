internal import HealthModel
internal import HealthStorage
internal import SyncCore

/// What it takes to find out whether and where two stores with years of samples differ.
enum Reconciliations {
  /// As many samples are gone on one side without a word, half of them on each.
  private static let differences = 10_000

  static func run(_ bench: Bench) throws {
    let size = bench.arguments.size
    let phone = try OwnStore()
    var samples = try DailySamples(
      count: size, seed: bench.arguments.seed, keeping: 4 * differences)
    try samples.fill(phone, count: size)
    try reportRoots(of: phone, bench)
    try compareEqual(phone, bench)
    let watch = try phone.copy(beginning: Incarnation(rawValue: 3))
    var generator = bench.generator(5)
    let victims = samples.some.shuffled(using: &generator)
    try phone.lose(victims[..<(differences / 2)])
    try watch.lose(victims[(differences / 2)..<min(victims.count, differences)])
    let pair = try SyncPair(phone: phone, watch: watch)
    try pair.connect(mustReconcile: true)
    guard try pair.compare().verdict == .equal else {
      throw BenchError("cannot reconcile: the stores still differ")
    }
    bench.report.add(
      Figure(
        "reconcile-bytes", .bytes, ours: Double(pair.talk.bytes), goal: .atMost(1_048_576)))
    // The hello, and the comparison that was only to check.
    bench.report.add(
      Figure("reconcile-trips", .trips, ours: Double(pair.talk.trips - 2), goal: .atMost(3)))
  }

  private static func compareEqual(_ phone: OwnStore, _ bench: Bench) throws {
    let pair = try SyncPair(phone: phone, watch: phone.copy(beginning: Incarnation(rawValue: 2)))
    try pair.connect()
    let (verdict, traffic) = try pair.compare()
    guard verdict == .equal else { throw BenchError("cannot find a copy of a store equal to it") }
    bench.report.add(
      Figure("equality-bytes", .bytes, ours: Double(traffic.bytes), goal: .atMost(1_024)))
    bench.report.add(
      Figure("equality-trips", .trips, ours: Double(traffic.trips), goal: .atMost(1)))
  }

  /// How long a side looks at its own samples.
  private static func reportRoots(of store: OwnStore, _ bench: Bench) throws {
    let range = SharedRange(scope: .all, floor: HeartRates.firstDate + 1)
    let pin = try store.sync.pin()
    for (name, goal) in [("reconcile-roots", 2_000.0), ("reconcile-roots-again", 50)] {
      let seconds = try Measure.seconds { _ = try store.sync.roots(range, in: pin) }
      bench.report.add(Figure(name, .milliseconds, ours: seconds * 1_000, goal: .atMost(goal)))
    }
    let seconds = try Measure.seconds { _ = try store.sync.lists(range, days: nil, in: pin) }
    bench.report.add(
      Figure("reconcile-lists", .milliseconds, ours: seconds * 1_000, goal: .atMost(5_000)))
  }
}

extension OwnStore {
  /// Deletes samples and forgets that it did.
  fileprivate func lose(_ uuids: ArraySlice<SampleUUID>) throws {
    try commit(.delete(Change.Deletion(.uuids(Array(uuids)))))
    try commit(.dropTombstones(through: writer.state.head))
  }
}
