internal import Foundation
internal import HealthModel
internal import Testing

@testable internal import HealthKit  // What objects of one store share is not for apps.

/// Objects of one store share its connection, and what the app is woken for.
@Suite(.timeLimit(.minutes(5))) struct StoreHandleTests {
  @Test func `an observer of one object acknowledges what another one enabled`() async throws {
    try await StoreUnderTest.run(.daemon) { test in
      let steps = HKQuantityType(.stepCount)
      try await test.authorize(share: [], read: [steps])
      let daemon = try #require(test.daemon)
      let other = HKHealthStore(daemon: URL(fileURLWithPath: daemon.folder), token: daemon.token)
      try await test.store.enableBackgroundDelivery(for: steps, frequency: .immediate)
      let acknowledge = try await other.handle.deliveries.acknowledgement(
        of: .stepCount, at: try await other.handle.access())
      let isWaitedFor = acknowledge != nil
      #expect(isWaitedFor)
      try await acknowledge?()
      #expect(other.handle === test.store.handle)
    }
    #expect(HKHealthStore().handle === HKHealthStore().handle)
    #expect(HKHealthStore(.inMemory).handle !== HKHealthStore(.inMemory).handle)
  }
}
