internal import HealthModel
internal import HealthStorage

/// How fast samples of one store become durable in another: walk, encode, decode, insert and commit, by
/// the rules of both sides and without a network.
enum SyncedSamples {
  private static let warmUp = 20_480

  static func run(_ bench: Bench) throws {
    let size = bench.arguments.size
    let seed = bench.arguments.seed
    _ = try rate(warmUp, seed)
    _ = try BulkSaves.ownRate(warmUp, seed)
    let result = try Measure.inTurn(rounds: bench.arguments.rounds) {
      try rate(size, seed)
    } peer: {
      try BulkSaves.ownRate(size, seed)
    }
    bench.report.add(
      Figure(
        "sync-core", .samplesPerSecond, ours: result.ours, peer: result.peer, goal: .times(0.7)))
  }

  /// Thousands of samples a second.
  private static func rate(_ count: Int, _ seed: UInt64) throws -> Double {
    let phone = try OwnStore()
    let watch = try OwnStore(beginning: Incarnation(rawValue: 2))
    var samples = try HeartRates(.own, seed: seed)
    let pair = try SyncPair(phone: phone, watch: watch)
    var left = count
    while left > 0 {
      let run = try samples.next(min(left, BulkSaves.samplesPerSave))
      left -= run.count
      try phone.commit(.save(Change.Save([run])))
    }
    let seconds = try Measure.seconds { try pair.connect() }
    let found = watch.sync.count(of: .heartRate)
    guard found == count else {
      throw BenchError("cannot sync: \(found) of \(count) samples arrived")
    }
    return Double(count) / seconds / 1_000
  }
}
