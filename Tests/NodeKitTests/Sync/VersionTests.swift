internal import HealthModel
internal import NodeSync
internal import RPCCore
internal import TestSupport
internal import Testing

// What the daemon is put together from is nobody else's.

/// A node that speaks a made-up next version of the protocol meets one that does not know it.
@Suite(.timeLimit(.minutes(4))) struct `Versions of the sync` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [(1...2, 1...1), (1...1, 1...2), (1...2, 1...2)])
  func `nodes that have a version in common sync`(
    phone: ClosedRange<UInt32>, watch: ClosedRange<UInt32>
  ) async throws {
    let pair = try await EnginePair(folder, phone: phone, watch: watch)
    let uuids =
      try await pair.phone.store.saveSteps(3, base: 1)
      + pair.watch.store.saveSteps(3, base: 2)
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    let (onPhone, onWatch) = (
      try await pair.phone.store.steps(), try await pair.watch.store.steps()
    )
    #expect(onPhone == Set(uuids))
    #expect(onWatch == Set(uuids))
    await connection.cut()
    try await pair.close()
  }

  @Test(arguments: [(2...2, 1...1), (1...1, 2...2)])
  func `nodes that have none say so, both ranges with it, and tell each other nothing`(
    phone: ClosedRange<UInt32>, watch: ClosedRange<UInt32>
  ) async throws {
    let pair = try await EnginePair(folder, phone: phone, watch: watch)
    let own = try await pair.phone.store.saveSteps(3, base: 1)
    let other = try await pair.watch.store.saveSteps(3, base: 2)
    for caller in [NodeRole.watch, .phone] {
      let connection = pair.connect(callingFrom: caller)
      // Neither was ready, so whoever calls waits longer each time.
      #expect(try await connection.watch.value == false)
      #expect(try await connection.phone.value == false)
      let phoneStatus = await pair.phone.status(of: pair.watchID)
      let watchStatus = await pair.watch.status(of: pair.phoneID)
      for status in [phoneStatus, watchStatus] {
        #expect(status.failure.contains("no version in common"))
        #expect(status.failure.contains("\(phone)"))
        #expect(status.failure.contains("\(watch)"))
        #expect(status.state != .settled)
        #expect(status.equalAt == nil)
      }
    }
    let (onPhone, onWatch) = (
      try await pair.phone.store.steps(), try await pair.watch.store.steps()
    )
    #expect(onPhone == Set(own))
    #expect(onWatch == Set(other))
    try await pair.close()
  }
}
