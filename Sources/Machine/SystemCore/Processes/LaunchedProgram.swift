private import Glibc
private import Synchronization

/// A program that this process started, in a group of its own, and whose end it waits for.
///
/// It gets words, an environment and nothing else: its standard streams lead nowhere, no descriptor of
/// this process is open in it, and all signals do what they usually do.
package final class LaunchedProgram: Sendable {
  /// How a program ended.
  package struct Ending: Hashable, Sendable {
    /// What it returned; `nil` where a signal ended it.
    package var exitCode: Int32?
    /// The signal that ended it.
    package var signal: Int32?

    /// Reads what `waitpid` tells; WIFEXITED and its like are macros, which Swift cannot see.
    init(status: Int32) {
      let signal = status & 0x7F
      exitCode = signal == 0 ? status >> 8 & 0xFF : nil
      self.signal = signal == 0 ? nil : signal
    }
  }

  private struct Guarded {
    var ending: Ending?
    var waiters: [CheckedContinuation<Ending, Never>] = []
  }

  /// Its process number, which is its group's as well.
  package let number: Int32
  private let guarded = Mutex(Guarded())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its path from the root on, and what it is told.
  ///   - environment: all of its environment.
  /// - Throws: `notFound` and `notPermitted` as they are for the file, and whatever the system lacks.
  package init(_ words: [String], environment: [String: String]) throws(SystemError) {
    let settings = environment.map { "\($0.key)=\($0.value)" }
    let (number, descriptor) = try ProcessStart.startWatched(words, settings.sorted())
    self.number = number
    // It keeps the program until that has ended, which every program does.
    WorkThread.start("dyad.program") { [self] in
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A signal may interrupt it.
      while !reap() { _ = unsafe Glibc.poll(&poll, 1, -1) }
      // Nothing was written to it.
      _ = close(descriptor)
    }
  }

  /// How it ended, as soon as it has; cancelling the task does not end the wait.
  package func ending() async -> Ending {
    await withCheckedContinuation { continuation in
      let ending = guarded.withLock { guarded in
        if guarded.ending == nil { guarded.waiters.append(continuation) }
        return guarded.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Asks the program and all of its group to end, and ends those at once who have not after `grace`;
  /// does nothing once the program itself has ended.
  package func end(within grace: Duration) {
    send(SIGTERM)
    Task {
      // Nobody cancels it.
      try? await Pause.sleep(for: grace)
      send(SIGKILL)
    }
  }

  private func send(_ signal: Int32) {
    guarded.withLock { guarded in
      // Until it is reaped, its number is nobody else's.
      guard guarded.ending == nil else { return }
      _ = kill(-number, signal)
    }
  }

  /// Takes the news of its end, and says whether there was any.
  private func reap() -> Bool {
    let (ending, waiters) = guarded.withLock { guarded in
      guard guarded.ending == nil else { return (guarded.ending, [Waiter]()) }
      var status: Int32 = 0
      guard unsafe waitpid(number, &status, WNOHANG) == number else { return (nil, []) }
      let ending = Ending(status: status)
      guarded.ending = ending
      defer { guarded.waiters = [] }
      return (ending, guarded.waiters)
    }
    guard let ending else { return false }
    for waiter in waiters { waiter.resume(returning: ending) }
    return true
  }
}

private typealias Waiter = CheckedContinuation<LaunchedProgram.Ending, Never>
