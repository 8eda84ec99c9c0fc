private import Glibc

/// A terminal of our own with a program in it, and us at the keys.
package final class TerminalSession {
  /// How the program ended.
  package struct Ending: Hashable {
    /// Its exit code; `nil` where a signal ended it.
    package var exitCode: Int32?
    /// The signal that ended it.
    package var signal: Int32?
    /// All that the terminal has shown.
    package var output: String

    package init(exitCode: Int32? = nil, signal: Int32? = nil, output: String) {
      self.exitCode = exitCode
      self.signal = signal
      self.output = output
    }

    /// What the terminal has shown, line by line.
    package var lines: [String] {
      output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Why there is no terminal, or nothing more comes from it.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  // These are macros that Swift cannot see: the first makes the child the first of a session, which the
  // terminal then belongs to; `grantpt` and `unlockpt` of Linux are but the second.
  private static let newSession: Int32 = 0x80
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let keys: Int32
  private var process: pid_t = 0
  private var shown: [UInt8] = []
  private var seen = 0

  /// Starts `path` in a terminal of a size.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its words.
  ///   - environment: What it finds there besides a path.
  ///   - columns: How wide the terminal is; nobody knows where it is 0.
  ///   - rows: How high it is.
  /// - Throws: Where there is no terminal, or no such program.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 0, rows: Int = 0
  ) throws {
    keys = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard keys >= 0, unsafe ioctl(keys, Self.setLock, &isLocked) == 0,
      unsafe ioctl(keys, Self.getNumber, &number) == 0
    else { throw Failure(description: "cannot make a terminal: error \(errno)") }
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(keys, UInt(TIOCSWINSZ), &size) == 0 else {
      throw Failure(description: "cannot size the terminal: error \(errno)")
    }
    let name = "/dev/pts/\(number)"
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var defaults = sigset_t()
    // Threads of tests may block signals, and children begin with what their parent's thread blocked.
    var blocked = sigset_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0,
      unsafe posix_spawnattr_init(&attributes) == 0,
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0) == 0,
      unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO) == 0,
      unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO) == 0,
      unsafe sigfillset(&defaults) == 0,
      unsafe posix_spawnattr_setsigdefault(&attributes, &defaults) == 0,
      unsafe sigemptyset(&blocked) == 0,
      unsafe posix_spawnattr_setsigmask(&attributes, &blocked) == 0,
      unsafe posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | Self.newSession)) == 0
    else { throw Failure(description: "cannot prepare to start \(path)") }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    // The runtime would catch signals to print where the program was.
    let given = environment.merging(["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]) {
      given, _ in given
    }
    var settings = unsafe given.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    let status = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &settings)
    for index in unsafe words.indices { unsafe free(words[index]) }
    for index in unsafe settings.indices { unsafe free(settings[index]) }
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
    _ = unsafe posix_spawnattr_destroy(&attributes)
    guard status == 0 else { throw Failure(description: "cannot start \(path): error \(status)") }
  }

  deinit {
    if process > 0 {
      _ = kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
    }
    _ = close(keys)
  }

  /// Whether what is typed is shown; the terminal remembers it after the program has ended.
  package var isEchoing: Bool {
    get throws {
      var settings = termios()
      guard unsafe tcgetattr(keys, &settings) == 0 else {
        throw Failure(description: "cannot ask the terminal: error \(errno)")
      }
      return settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  /// Presses keys.
  package func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard unsafe write(keys, bytes, bytes.count) == bytes.count else {
      throw Failure(description: "cannot type: error \(errno)")
    }
  }

  /// Sends the program a signal.
  package func send(_ signal: Int32) {
    _ = kill(process, signal)
  }

  /// Waits until the terminal has shown `text` since the last time.
  package func waitFor(_ text: String) throws {
    while true {
      if let end = Self.end(of: Array(text.utf8), in: shown[seen...]) {
        seen = end
        return
      }
      guard try readMore() else {
        throw Failure(description: "cannot see '\(text)': the terminal shows \(output)")
      }
    }
  }

  /// Waits for the end of the program.
  package func finish() throws -> Ending {
    while try readMore() {}
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, 0) == process else {
      throw Failure(description: "cannot wait for the program: error \(errno)")
    }
    process = 0
    // WIFEXITED and its like are macros, which Swift cannot see.
    let signal = status & 0x7F
    return Ending(
      exitCode: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
      output: output)
  }

  private var output: String { String(decoding: shown, as: UTF8.self) }

  /// Takes what there is to read; false once nobody has the terminal any more.
  private func readMore() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(keys, &piece, piece.count)
      if count > 0 {
        shown += piece[..<count]
        return true
      }
      if count < 0, errno == EINTR { continue }
      // Linux says EIO where all have closed it.
      guard count == 0 || errno == EIO else {
        throw Failure(description: "cannot read the terminal: error \(errno)")
      }
      return false
    }
  }

  private static func end(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: part) }.map { $0 + part.count }
  }
}
