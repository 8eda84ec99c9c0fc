internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import TestSupport

/// A store with more samples than one pass of a sorted query keeps.
enum HostileStore {
  static let start = 600_000_000.0
  static let batches = 40
  static let count = batches * 4_096

  static func fill(_ daemon: RunningDaemon) async throws {
    try await withClient(daemon.asOwner()) { client in
      for batch in 0..<batches { try await client.save([run(batch)], CallOptions()) }
    }
  }

  private static func run(_ batch: Int) -> SampleRun {
    var run = SampleRun(
      empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
    for number in 0..<4_096 {
      // In no order, so that no part of the store can be passed over.
      let place = (4_096 * batch + number) * 7_919 % count
      let start = start + 60 * Double(place)
      run.append(
        Sample(
          uuid: SampleUUID(high: UInt64(batch + 1), low: UInt64(number)), type: .heartRate,
          start: start, end: start,
          value: .quantity(
            Quantity(1, ObjectType.heartRate.description?.canonicalUnit ?? .count)),
          source: StoreFixture.source("a")))
    }
    return run
  }
}
