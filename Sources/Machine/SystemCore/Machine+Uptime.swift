private import Glibc

extension Machine {
  /// For how long this start of the machine has lasted, sleep included, in seconds; nobody can set it.
  package static var uptime: Double {
    var time = timespec()
    // It cannot fail: the clock exists and the address is ours.
    _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
