private import Glibc

/// How many files and sockets this process may have open.
package enum OpenFileLimit {
  /// How many it is now.
  package static var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 0
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises it to so many, or to as many as this process may have without being root.
  ///
  /// - Returns: How many it is then; what is more already stays.
  @discardableResult
  package static func raise(to count: Int) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 0
    }
    let wanted = min(rlim_t(clamping: count), limit.rlim_max)
    if wanted > limit.rlim_cur {
      limit.rlim_cur = wanted
      // Where the system refuses, there are as many as before.
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return current
  }
}
