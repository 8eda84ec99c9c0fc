private import Glibc
internal import SystemCore
internal import Testing

struct ProcessProtectionTests {
  @Test func `a process that wants no core says so to the system, and still works`() async {
    // A process of its own, because there is no way back.
    await #expect(processExitsWith: .success) {
      try Finding.check(ProcessProtection.mayLeaveCore(), "the system forbids it anyway")
      try ProcessProtection.leaveNoCore()
      try Finding.check(!ProcessProtection.mayLeaveCore(), "it may leave a core")
      try Finding.check(largestCore() == 0, "a core may have some bytes")
      // Files about itself belong to the administrator from now on; these it must still read.
      _ = try FileSystem.readFile("/proc/self/status", atMost: 65_536)
      _ = try Machine.bootIdentifier()
      try ProcessProtection.leaveNoCore()
    }
  }

  @Test func `the limit of open files goes up as far as it may, and never down`() async {
    await #expect(processExitsWith: .success) {
      let before = OpenFileLimit.current
      try Finding.check(OpenFileLimit.raise(to: 8) == before, "it has gone down")
      let after = OpenFileLimit.raise(to: before + 1)
      try Finding.check(after == before || after == before + 1, "it is something else")
      try Finding.check(OpenFileLimit.raise(to: .max) >= after, "it has gone down")
    }
  }
}

/// How many bytes a core of this process may have, now or if it asks for more.
private func largestCore() -> UInt64 {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else {
    return .max
  }
  return UInt64(max(limit.rlim_cur, limit.rlim_max))
}

/// What the process of a test found; it stands in the output of the test.
private struct Finding: Error {
  let words: String

  static func check(_ isTrue: Bool, _ words: String) throws {
    guard isTrue else { throw Finding(words: words) }
  }
}
