/// How long a machine has been up, by a clock that nobody can set.
///
/// It is what `CLOCK_BOOTTIME` says, and which start of the machine it says it of.
package struct MachineUptime: Hashable, Sendable {
  /// One start of the machine, as 64 bits of the kernel's random name for it.
  package var boot: UInt64
  /// Since then, sleep included.
  package var seconds: Double

  /// States an uptime.
  package init(boot: UInt64, seconds: Double) {
    self.boot = boot
    self.seconds = seconds
  }
}
