package import ServiceDiscovery
package import SystemCore

/// What pairing needs of the machine beside the streams, or what a test has in its place.
package struct PairingSurroundings: Sendable {
  /// The time of day.
  package var clock: WallClock
  /// Waits.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Lets others on the local network find a service while a closure runs: its name, its port, what
  /// it says of itself.
  package var announce:
    @Sendable (String, UInt16, [String], () async throws -> Void) async throws -> Void
  /// Looks for such services for a while.
  package var browse: @Sendable (Duration) async throws -> [FoundService]
  /// Signals that ask the process to end, held back from the call on.
  package var interrupts: @Sendable () -> AsyncStream<Int32>

  /// Puts anything in place of the machine.
  ///
  /// - Parameters:
  ///   - clock: Shows the time of day.
  ///   - sleep: Waits for so long, or until the task is cancelled.
  ///   - announce: Announces a service of that name, port and text for the length of a closure.
  ///   - browse: Finds services.
  ///   - interrupts: Gives signals as they come.
  package init(
    clock: WallClock, sleep: @escaping @Sendable (Duration) async throws -> Void,
    announce:
      @escaping @Sendable (
        String, UInt16, [String], () async throws -> Void
      ) async throws -> Void,
    browse: @escaping @Sendable (Duration) async throws -> [FoundService],
    interrupts: @escaping @Sendable () -> AsyncStream<Int32>
  ) {
    self.clock = clock
    self.sleep = sleep
    self.announce = announce
    self.browse = browse
    self.interrupts = interrupts
  }
}
