internal import Pairing
internal import SystemCore

/// The clocks that pairing goes by.
struct NodeClock: Sendable {
  private let boot: UInt64?

  /// Finds the machine's clocks.
  init() {
    // Without a name for this start of the machine there is the wall clock alone.
    let name = try? Machine.bootIdentifier()
    boot = name.flatMap { UInt64($0.filter { $0 != "-" }.prefix(16), radix: 16) }
  }

  /// The time of day, in seconds since 2001-01-01 UTC.
  var now: Double { WallClock.system.now }

  /// The time that nobody can set.
  var uptime: MachineUptime? { boot.map { MachineUptime(boot: $0, seconds: Machine.uptime) } }
}
