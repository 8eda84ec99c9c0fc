private import CLinux
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
    fileprivate init(status: Int32) {
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
    number = try Self.spawn(words, settings.sorted())
    let descriptor = pidfd_open(number, 0)
    guard descriptor >= 0 else {
      let error = SystemError(cannot: "watch", words[0])
      // Nobody would ever learn of its end.
      _ = kill(-number, SIGKILL)
      _ = waitpid(number, nil, 0)
      throw error
    }
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

extension LaunchedProgram {
  private static func spawn(
    _ words: [String], _ settings: [String]
  ) throws(SystemError) -> Int32 {
    let operation = "start"
    guard let path = words.first, path.hasPrefix("/"),
      (words + settings).allSatisfy({ !$0.utf8.contains(0) })
    else {
      throw SystemError(
        .other, cannot: operation, "a program",
        "it needs a whole path, and words without zero bytes")
    }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    // Neither can fail with this C library: they clear memory of ours.
    _ = unsafe posix_spawn_file_actions_init(&actions)
    _ = unsafe posix_spawnattr_init(&attributes)
    defer {
      _ = unsafe posix_spawn_file_actions_destroy(&actions)
      _ = unsafe posix_spawnattr_destroy(&attributes)
    }
    var every = sigset_t()
    var none = sigset_t()
    _ = unsafe sigfillset(&every)
    _ = unsafe sigemptyset(&none)
    // Some threads block every signal, and this process ignores some.
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    let nowhere = "/dev/null"
    let steps = unsafe [
      posix_spawnattr_setpgroup(&attributes, 0),
      posix_spawnattr_setsigdefault(&attributes, &every),
      posix_spawnattr_setsigmask(&attributes, &none),
      posix_spawnattr_setflags(&attributes, Int16(flags)),
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, nowhere, O_RDONLY, 0),
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, nowhere, O_WRONLY, 0),
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, nowhere, O_WRONLY, 0),
      CLinux_closeFrom(&actions, STDERR_FILENO + 1),
    ]
    if let number = steps.first(where: { $0 != 0 }) {
      throw SystemError(cannot: operation, path, number: number)
    }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe settings.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe environment.indices { unsafe free(environment[index]) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(
      &process, path, &actions, &attributes, &arguments, &environment)
    guard status == 0 else { throw SystemError(cannot: operation, path, number: status) }
    return process
  }
}
