private import Glibc

/// A child process whose standard streams are ours.
package final class RunningProgram {
  /// How a program ended and what it said.
  package struct Ending: Hashable, Sendable {
    /// Its exit code; `nil` where a signal ended it.
    package var exitCode: Int32?
    /// The signal that ended it.
    package var signal: Int32?
    package var output: String
    package var errors: String

    /// The lines of its output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// What a person or the system says to a process that should end.
  package enum Signal: Sendable, CaseIterable {
    case interrupt
    case terminate

    /// Its number.
    package var number: Int32 { self == .interrupt ? SIGINT : SIGTERM }
  }

  private static let pieceBytes = 65_536

  private let process: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var isReaped = false

  /// The program called `name` that was built beside the tests, or is in the folder that `DYAD_PROGRAMS` names:
  /// those of a release, to be measured, say.
  package static func builtPath(_ name: String) throws(TestSupportError) -> String {
    let given = unsafe getenv("DYAD_PROGRAMS").map { unsafe String(cString: $0) }
    let folder = if let given { given } else { try ownFolder() }
    let program = folder + "/" + name
    guard unsafe access(program, X_OK) == 0 else {
      throw TestSupportError("cannot find \(name): it is not in \(folder)")
    }
    return program
  }

  private static func ownFolder() throws(TestSupportError) -> String {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    let path = String(
      decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else {
      throw TestSupportError("cannot find the programs: the tests have no path")
    }
    return String(path[..<slash])
  }

  /// Starts `path`; its environment holds only what is given, and descriptors from 3 on are `passed`.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    passing passed: [PassedDescriptor] = []
  ) throws(TestSupportError) {
    let input = try Self.pipe()
    let output = try Self.pipe()
    let errors = try Self.pipe()
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var defaults = sigset_t()
    var blocked = sigset_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0,
      unsafe posix_spawnattr_init(&attributes) == 0,
      unsafe posix_spawn_file_actions_adddup2(&actions, input.reader, STDIN_FILENO) == 0,
      unsafe posix_spawn_file_actions_adddup2(&actions, output.writer, STDOUT_FILENO) == 0,
      unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, STDERR_FILENO) == 0,
      unsafe sigemptyset(&defaults) == 0, unsafe sigaddset(&defaults, SIGPIPE) == 0,
      unsafe sigaddset(&defaults, SIGINT) == 0,
      unsafe posix_spawnattr_setsigdefault(&attributes, &defaults) == 0,
      // A thread of the tests may block signals, which the child would never get then.
      unsafe sigemptyset(&blocked) == 0,
      unsafe posix_spawnattr_setsigmask(&attributes, &blocked) == 0,
      unsafe posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)) == 0
    else { throw TestSupportError("cannot prepare to start \(path)") }
    for (index, one) in passed.enumerated() {
      let status = unsafe posix_spawn_file_actions_adddup2(
        &actions, one.descriptor, STDERR_FILENO + 1 + Int32(index))
      guard status == 0 else { throw TestSupportError("cannot pass a descriptor: error \(status)") }
    }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var environment = environment
    // Under a sanitizer a program has to know which of its reports are wrong, as the tests do, and where what
    // names its functions is found.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      guard let options = unsafe getenv(name) else { continue }
      environment[name] = unsafe String(cString: options)
      environment["PATH"] = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    }
    var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &settings)
    for index in unsafe words.indices { unsafe free(words[index]) }
    for index in unsafe settings.indices { unsafe free(settings[index]) }
    // The child has its own; ours would keep the streams open for ever.
    for end in [input.reader, output.writer, errors.writer] { _ = close(end) }
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
    _ = unsafe posix_spawnattr_destroy(&attributes)
    self.process = process
    self.input = input.writer
    self.output = output.reader
    self.errors = errors.reader
    guard status == 0 else { throw TestSupportError("cannot start \(path): error \(status)") }
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { _ = close(end) }
    if !isReaped, process > 0 {
      _ = kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
    }
  }

  /// The child's number.
  package var number: Int32 { process }

  /// Runs `path` to its end with `text` on its standard input.
  package static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    input text: String = ""
  ) throws(TestSupportError) -> Ending {
    let program = try RunningProgram(path, arguments, environment: environment)
    program.send(text)
    return try program.finish()
  }

  /// Writes to its standard input, and keeps what it says meanwhile.
  package func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, input >= 0 {
      drain(waitingForInput: true)
      let piece = Array(rest.prefix(Self.pieceBytes))
      let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
      let count = unsafe Glibc.send(input, piece, piece.count, flags)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends its standard input.
  package func closeInput() {
    if input >= 0 { _ = close(input) }
    input = -1
  }

  /// Stops reading what it writes.
  package func closeOutput() {
    if output >= 0 { _ = close(output) }
    output = -1
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool {
    guard !isReaped else { return false }
    var information = unsafe siginfo_t()
    // The exit status stays with the process until `wait` reads it.
    let result = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result == 0 && information.si_signo == 0
  }

  /// Sends it a signal.
  package func receive(_ signal: Signal) {
    _ = kill(process, signal.number)
  }

  /// Ends it at once, without a chance to do anything, and waits until it is gone.
  package func crash() {
    guard !isReaped else { return }
    _ = kill(process, SIGKILL)
    _ = waitpid(process, nil, 0)
    isReaped = true
  }

  /// Ends a process that somebody else waits for, at once; to be called from anywhere.
  package static func crash(_ number: Int32) {
    _ = kill(number, SIGKILL)
  }

  /// The number of the process that calls this.
  package static var ownNumber: Int32 { getpid() }

  /// What a process gets that touches memory it has not.
  package static let faultSignal = SIGSEGV

  /// Tells a process that it touched memory it has not, which leaves a core file where that may be.
  package static func fault(_ number: Int32) {
    _ = kill(number, faultSignal)
  }

  /// Tells it that its terminal is gone, which asks services to read their configuration again.
  package func hangUp() {
    _ = kill(process, SIGHUP)
  }

  /// Waits until it has written a line that begins with `start`, and returns the first of them.
  @discardableResult
  package func waitForLine(
    _ start: String, onErrors: Bool = false
  ) throws(TestSupportError) -> String {
    try waitForLine(onErrors: onErrors) { $0.hasPrefix(start) }
  }

  /// Waits until it has written a line that has `part` in it, and returns the first of them.
  @discardableResult
  package func waitForLine(
    containing part: String, onErrors: Bool = false
  ) throws(TestSupportError) -> String {
    try waitForLine(onErrors: onErrors) { line in
      line.utf8.indices.contains { line.utf8[$0...].starts(with: part.utf8) }
    }
  }

  /// Waits until it has written a line to its standard error that has `part` in it, and returns the
  /// first of them.
  @discardableResult
  package func waitForError(_ part: String) throws(TestSupportError) -> String {
    try waitForLine(containing: part, onErrors: true)
  }

  private func waitForLine(
    onErrors: Bool, where isMeant: (Substring) -> Bool
  ) throws(TestSupportError) -> String {
    while true {
      let text = String(decoding: onErrors ? errorBytes : outputBytes, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: isMeant) { return String(line) }
      guard drain(waitingForInput: false) else {
        let others = String(decoding: onErrors ? outputBytes : errorBytes, as: UTF8.self)
        throw TestSupportError(
          "cannot see the line: the program ended, and said: \(text)\(others)")
      }
    }
  }

  /// Ends its input and waits for its end.
  package func finish() throws(TestSupportError) -> Ending {
    closeInput()
    while drain(waitingForInput: false) {}
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, 0) == process else {
      throw TestSupportError("cannot wait for the program: error \(errno)")
    }
    isReaped = true
    // WIFEXITED and its like are macros, which Swift cannot see.
    let signal = status & 0x7F
    return Ending(
      exitCode: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
      output: String(decoding: outputBytes, as: UTF8.self),
      errors: String(decoding: errorBytes, as: UTF8.self))
  }

  /// Takes what is there to read; returns false once both streams have ended.
  @discardableResult
  private func drain(waitingForInput: Bool) -> Bool {
    while output >= 0 || errors >= 0 {
      var requests = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        pollfd(fd: waitingForInput ? input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard unsafe poll(&requests, nfds_t(requests.count), -1) > 0 || errno == EINTR else {
        return false
      }
      if requests[0].revents != 0 { Self.read(&output, into: &outputBytes) }
      if requests[1].revents != 0 { Self.read(&errors, into: &errorBytes) }
      if requests[2].revents != 0 || !waitingForInput { return true }
    }
    return false
  }

  private static func read(_ end: inout Int32, into bytes: inout [UInt8]) {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(end, &piece, piece.count)
    if count > 0 {
      bytes += piece[..<count]
    } else if count == 0 || errno != EINTR {
      _ = close(end)
      end = -1
    }
  }

  private static func pipe() throws(TestSupportError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    // Sockets can be closed on exec from the start, so no other child holds this one's ends open.
    let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw TestSupportError("cannot connect to a program: error \(errno)")
    }
    return (ends[0], ends[1])
  }
}
