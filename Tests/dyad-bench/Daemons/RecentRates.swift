internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport

/// One heart rate of this moment after the other, each ready to be saved.
struct RecentRates {
  private var uuids: UUIDSequence
  private let unit: Unit

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &+ 99)
    uuids = UUIDSequence(using: &generator)
    unit = try Unit.count.divided(by: .minute)
  }

  /// The next one.
  mutating func next() throws -> (SampleUUID, SaveRequest) {
    let uuid = uuids.take(for: .heartRate)
    let now = WallClock.system.now
    let sample = Sample(
      uuid: uuid, type: .heartRate, start: now, end: now, value: .quantity(Quantity(61, unit)),
      source: HeartRates.source)
    var request = SaveRequest()
    request.runs = try SampleRun.messages(of: [SampleRun(sample)])
    return (uuid, request)
  }
}
