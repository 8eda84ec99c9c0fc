internal import HealthModel
internal import RPCCore
internal import SyncSimulation
internal import Testing

/// The rules in Swift and their executable model hold the same after every event.
struct ModelAgreementTests {
  @Test func `all nodes hold what the model holds, event by event`() throws {
    let schedules = try ModelSchedule.load("schedules.txt")
    for schedule in schedules {
      let disagreement = try schedule.replay()
      #expect(disagreement == nil)
    }
  }

  @Test func `over the stream of the RPC it goes the same`() throws {
    for schedule in try some() {
      let disagreement = try schedule.replay(over: { RPCWire<SyncMessage>(.sync) })
      #expect(disagreement == nil)
    }
  }

  @Test func `as bytes it goes the same`() throws {
    for schedule in try some() {
      let disagreement = try schedule.replay(over: { BytesWire<SyncMessage>(.sync) })
      #expect(disagreement == nil)
    }
  }

  /// Every fifth schedule.
  private func some() throws -> [ModelSchedule] {
    try ModelSchedule.load("schedules.txt").enumerated().filter { $0.offset % 5 == 0 }
      .map(\.element)
  }
}
