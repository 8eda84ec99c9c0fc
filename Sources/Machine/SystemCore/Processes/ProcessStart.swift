private import CLinux
private import Glibc

/// The way from words to a process of its own.
enum ProcessStart {
  /// Where the standard streams of a program lead: descriptors of this process, or nowhere.
  struct Streams {
    var input: Int32?
    var output: Int32?
    var errors: Int32?
  }

  /// Starts a program as the first of a group of its own; it gets no descriptor but its standard streams,
  /// and all signals do what they usually do.
  ///
  /// - Parameters:
  ///   - words: Its path from the root on, and what it is told.
  ///   - settings: All of its environment, "NAME=VALUE" each.
  ///   - streams: Where its standard streams lead.
  /// - Returns: Its number.
  /// - Throws: `notFound` and `notPermitted` as they are for the file, and whatever the system lacks.
  static func start(
    _ words: [String], _ settings: [String], _ streams: Streams = Streams()
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
    let steps = unsafe [
      posix_spawnattr_setpgroup(&attributes, 0),
      posix_spawnattr_setsigdefault(&attributes, &every),
      posix_spawnattr_setsigmask(&attributes, &none),
      posix_spawnattr_setflags(&attributes, Int16(flags)),
      lead(STDIN_FILENO, to: streams.input, O_RDONLY, &actions),
      lead(STDOUT_FILENO, to: streams.output, O_WRONLY, &actions),
      lead(STDERR_FILENO, to: streams.errors, O_WRONLY, &actions),
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

  /// As ``start(_:_:_:)``, with a descriptor that can be read once it has ended.
  static func startWatched(
    _ words: [String], _ settings: [String], _ streams: Streams = Streams()
  ) throws(SystemError) -> (number: Int32, descriptor: Int32) {
    let number = try start(words, settings, streams)
    let descriptor = pidfd_open(number, 0)
    guard descriptor >= 0 else {
      let error = SystemError(cannot: "watch", words[0])
      // Nobody would ever learn of its end.
      _ = kill(-number, SIGKILL)
      _ = waitpid(number, nil, 0)
      throw error
    }
    return (number, descriptor)
  }

  private static func lead(
    _ stream: Int32, to descriptor: Int32?, _ flags: Int32,
    _ actions: inout posix_spawn_file_actions_t
  ) -> Int32 {
    if let descriptor {
      return unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
    return unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", flags, 0)
  }
}
