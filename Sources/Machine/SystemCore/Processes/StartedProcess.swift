private import CLinux
private import Glibc

/// A program that this process started, in a group of its own, in the hands of one thread that may wait
/// for it.
///
/// Its group ends with it, and it ends with this value.
package final class StartedProcess {
  /// What a program can be told to do.
  package enum Signal: Sendable {
    /// To end in order.
    case terminate
    /// Nothing any more.
    case kill

    fileprivate var number: Int32 { self == .terminate ? SIGTERM : SIGKILL }
  }

  /// Its process number, which is its group's as well.
  package let number: Int32
  /// Can be read once it has ended.
  package let descriptor: Int32
  /// How it ended, once that was waited for.
  package private(set) var ending: LaunchedProgram.Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path from the root on, and what it is told.
  ///   - settings: All of its environment, "NAME=VALUE" each.
  ///   - input: What its standard input is, a descriptor that stays the caller's; without one, nothing.
  ///   - output: The same for its standard output.
  ///   - errors: The same for its standard error.
  /// - Throws: `notFound` and `notPermitted` as they are for the file, and whatever the system lacks.
  package init(
    _ words: [String], settings: [String], input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil
  ) throws(SystemError) {
    let streams = ProcessStart.Streams(input: input, output: output, errors: errors)
    (number, descriptor) = try ProcessStart.startWatched(words, settings, streams)
  }

  deinit {
    finish()
    // Nothing was written to it.
    _ = close(descriptor)
  }

  /// Ends the program and all of its group.
  ///
  /// - Parameters:
  ///   - signal: What it is told.
  ///   - patience: How long it may take, before all that is left is killed.
  /// - Returns: Whether it ended by itself in that time.
  @discardableResult
  package func end(_ signal: Signal, within patience: Duration) -> Bool {
    guard ending == nil else { return true }
    send(signal.number)
    let isInTime = hasEnded(within: patience)
    finish()
    return isInTime
  }

  /// Tells the program and its group to end in order, and does not wait for it.
  package func askToEnd() {
    guard ending == nil else { return }
    send(SIGTERM)
  }

  /// Whether it has ended, or does so in a time; what it started may go on.
  package func hasEnded(within patience: Duration) -> Bool {
    guard ending == nil else { return true }
    let end = MonotonicInstant.now.advanced(by: patience)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = max(0, end.nanoseconds - MonotonicInstant.now.nanoseconds)
      // Rounded up, so that nobody asks again before it is over.
      let count = unsafe poll(&entry, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
      if count > 0 { return true }
      if count == 0, rest == 0 { return false }
    }
  }

  /// Kills what is left of the group, and takes the news of the program's end.
  private func finish() {
    guard ending == nil else { return }
    // Until it is reaped, its number is nobody else's.
    send(SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(number, &status, 0) != number {
      // Only a signal can come in between: it is this process' child.
      guard errno == EINTR else { break }
    }
    ending = LaunchedProgram.Ending(status: status)
    waitForGroup()
  }

  /// Gives what was killed with it a moment to be gone: it may hold files or ports until then.
  private func waitForGroup() {
    // It is another process that reaps them, and nobody says when.
    for _ in 0..<10 {
      guard kill(-number, 0) == 0 else { return }
      _ = poll(nil, 0, 10)
    }
  }

  private func send(_ signal: Int32) {
    // That there is nobody left is fine.
    _ = kill(-number, signal)
  }
}
