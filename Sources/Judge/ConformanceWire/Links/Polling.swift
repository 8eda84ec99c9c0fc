private import Glibc

/// Waiting for descriptors.
package enum Polling {
  /// Waits until one of the events happens.
  ///
  /// - Returns: What happened, 0 once the deadline is over, `nil` with `errno` where one cannot wait.
  package static func wait(for events: Int16, of descriptor: Int32, by deadline: Deadline) -> Int16?
  {
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = unsafe poll(&entry, 1, deadline.milliseconds)
      if count > 0 { return entry.revents }
      if count == 0 && deadline.isOver { return 0 }
      guard count == 0 || errno == EINTR else { return nil }
    }
  }

  /// Waits until something came on one of the descriptors, or one has ended.
  package static func waitForAny(_ descriptors: [Int32], by deadline: Deadline) {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Whether it was a signal, the deadline or something else: who waits looks at all of them anyway.
    _ = unsafe poll(&entries, nfds_t(entries.count), deadline.milliseconds)
  }
}
