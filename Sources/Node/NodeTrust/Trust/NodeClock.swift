package import Pairing
package import SystemCore

/// The clocks that pairing goes by.
package struct NodeClock: Sendable {
  private let wall: WallClock
  private let boot: UInt64?

  /// Finds the machine's clocks.
  ///
  /// - Parameter wall: Shows the time of day.
  package init(_ wall: WallClock = .system) {
    self.wall = wall
    // Without a name for this start of the machine there is the wall clock alone.
    let name = try? Machine.bootIdentifier()
    boot = name.flatMap { UInt64($0.filter { $0 != "-" }.prefix(16), radix: 16) }
  }

  /// The time of day, in seconds since 2001-01-01 UTC.
  package var now: Double { wall.now }

  /// The time that nobody can set.
  package var uptime: MachineUptime? {
    let shift = (wall.shift?.duration ?? .zero) / .seconds(1)
    return boot.map { MachineUptime(boot: $0, seconds: Machine.uptime + shift) }
  }
}
