private import CLinux
private import Glibc

/// Keeps other processes from reading this one's memory, in which keys are.
package enum ProcessProtection {
  /// Sees to it that a crash leaves no memory on a disk or in a log, and that other processes of the same user
  /// can not look into this one.
  ///
  /// It counts for the process from now on, and for those it starts as far as core files go.
  ///
  /// - Throws: `SystemError` if the system does not allow it.
  package static func leaveNoCore() throws(SystemError) {
    let operation = "forbid core dumps of"
    // Where a program takes the dumps, as in systemd's, the size is no bound: the flag is.
    guard CLinux_forbidDump() == 0 else { throw SystemError(cannot: operation, "this process") }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0 else {
      throw SystemError(cannot: operation, "this process")
    }
    endAtFaults()
  }

  /// Lets a fault end the process at once.
  ///
  /// Swift's own report of a crash shows registers and the memory they point at, which would be in the
  /// log; and once others may not look into the process, it waits for its reporter for ever.
  private static func endAtFaults() {
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      // It cannot fail: these are signals, and they may be left to the system.
      _ = signal(number, SIG_DFL)
    }
  }

  /// Whether a crash could leave memory on a disk, as the system says now.
  package static func mayLeaveCore() throws(SystemError) -> Bool {
    let operation = "ask about core dumps of"
    let flag = CLinux_mayDump()
    guard flag >= 0 else { throw SystemError(cannot: operation, "this process") }
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else {
      throw SystemError(cannot: operation, "this process")
    }
    return flag != 0 || limit.rlim_max != 0
  }
}
