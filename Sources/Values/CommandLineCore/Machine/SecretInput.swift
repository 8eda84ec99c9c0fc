private import Glibc
private import Synchronization

/// A line that a person types and nobody should see, such as the code of a pairing.
package enum SecretInput {
  /// How a reading from the terminal ended.
  private enum Ending {
    case line([UInt8])
    /// Signals came; the line so far is lost.
    case signals
  }

  /// A line as it comes.
  private struct Line {
    private var bytes: [UInt8] = []

    init() {
      // What a growing array leaves behind in memory would be parts of a secret.
      bytes.reserveCapacity(mostBytes)
    }

    /// Takes the next byte, or the end of the input, and returns the line once it is whole.
    mutating func take(_ byte: UInt8?) throws(CommandLineError) -> [UInt8]? {
      if byte == nil, bytes.isEmpty {
        throw CommandLineError(
          .invalidInput, operation: operation, detail: "the input has ended",
          advice: "type it in a terminal, or give it as a line on standard input")
      }
      guard let byte, byte != UInt8(ascii: "\n") else {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
      }
      guard bytes.count < mostBytes else {
        throw CommandLineError(
          .invalidInput, operation: operation, detail: "it is longer than \(mostBytes) bytes")
      }
      bytes.append(byte)
      return nil
    }
  }

  /// The terminal while it does not echo.
  private struct Silence {
    let terminal: Int32
    let settings: termios
  }

  /// A signal and what it did before.
  private struct FormerAction {
    let number: Int32
    let action: sigaction
  }

  /// More than any code or passphrase; a longer line is a mistake.
  private static let mostBytes = 256
  private static let operation = "read the answer"
  /// What can end or stop a process at any moment and leave its terminal behind.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]
  /// `SIG_IGN` as a number; functions cannot be compared.
  private static let ignored = 1

  /// One reader at a time: there is one terminal, and signals belong to the process.
  private static let turn = Mutex(())
  private static let silence = Mutex<Silence?>(nil)
  /// Where the handler of signals leaves their numbers.
  private static let signalPipe = Atomic<Int32>(-1)
  private static let restoresAtExit = atexit { SecretInput.restore() } == 0

  /// Asks for a line in the terminal and reads it without showing what is typed.
  ///
  /// Where standard input is no terminal, the line is read from it, and nothing is asked. Blocks the
  /// calling thread. The terminal echoes again afterwards, also where a signal ends or stops the process
  /// or another thread ends it meanwhile; a process that was stopped asks again when it goes on.
  ///
  /// - Throws: `invalidInput` where the input ends before a line, or a line has more than 256 bytes;
  ///   `inputOutput` where there is no reading, or a signal came that somebody else handles.
  /// - Returns: The line without its end.
  package static func readLine(prompt: String) throws(CommandLineError) -> [UInt8] {
    guard Descriptor.standardInput.isTerminal else {
      var line = Line()
      while true {
        if let whole = try line.take(try readByte(from: STDIN_FILENO)) { return whole }
      }
    }
    return try turn.withLock { _ throws(CommandLineError) in try ask(prompt) }
  }

  private static func ask(_ prompt: String) throws(CommandLineError) -> [UInt8] {
    let opened = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    defer { if opened >= 0 { _ = close(opened) } }  // What was written there needs no keeping.
    // A terminal that belongs to another session can still be read.
    let terminal = opened >= 0 ? opened : STDIN_FILENO
    let screen = opened >= 0 ? opened : STDERR_FILENO
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw failure() }
    defer { for end in ends { _ = close(end) } }  // Nothing is in it that anybody waits for.
    for end in ends {
      guard fcntl(end, F_SETFD, FD_CLOEXEC) == 0, fcntl(end, F_SETFL, O_NONBLOCK) == 0 else {
        throw failure()
      }
    }
    _ = restoresAtExit  // Where it cannot be, the other ways out remain.
    while true {
      signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
      let former = catchSignals()
      let ending: Result<Ending, CommandLineError>
      do throws(CommandLineError) {
        ending = .success(try readSilently(prompt, terminal, screen, signals: ends[0]))
      } catch {
        ending = .failure(error)
      }
      release(former)
      signalPipe.store(-1, ordering: .sequentiallyConsistent)
      // Each does now what it would have done then, and may end or stop us.
      let came = numbers(in: ends[0])
      for number in came { deliver(number) }
      switch ending {
      case .failure(let error): throw error
      case .success(.line(let line)): return line
      case .success(.signals):
        guard came.allSatisfy({ $0 == SIGTSTP }) else {
          throw CommandLineError(.inputOutput, operation: operation, detail: "a signal came")
        }
      }
    }
  }

  private static func readSilently(
    _ prompt: String, _ terminal: Int32, _ screen: Int32, signals: Int32
  ) throws(CommandLineError) -> Ending {
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { throw failure() }
    let silent = Silence(terminal: terminal, settings: settings)
    silence.withLock { $0 = silent }
    defer { restore() }
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    // What was typed before the question is no answer to it, and everybody could see it.
    while unsafe tcsetattr(terminal, TCSAFLUSH, &settings) != 0 {
      guard errno == EINTR else { throw failure() }
    }
    write(prompt, to: screen)
    // The end of the line was not shown either.
    defer { write("\n", to: screen) }
    var line = Line()
    while true {
      var requests = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      while unsafe poll(&requests, nfds_t(requests.count), -1) < 0 {
        guard errno == EINTR else { throw failure() }
      }
      guard requests[1].revents == 0 else { return .signals }
      if let whole = try line.take(try readByte(from: terminal)) { return .line(whole) }
    }
  }

  /// The next byte, alone, so that what follows the line stays for others; `nil` at the end.
  private static func readByte(from descriptor: Int32) throws(CommandLineError) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      switch unsafe read(descriptor, &byte, 1) {
      case 1: return byte
      case 0: return nil
      default: break
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForInput(descriptor)
      default: throw failure()
      }
    }
  }

  // A stream inherited as non-blocking answers EAGAIN where we would rather wait.
  private static func waitForInput(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Whatever poll says, the read that follows tells the truth.
    _ = unsafe poll(&request, 1, -1)
  }

  /// Lets the terminal echo again, if it does not because of us.
  private static func restore() {
    silence.withLock { silence in
      guard var settings = silence?.settings, let terminal = silence?.terminal else { return }
      silence = nil
      // A terminal that is gone needs no echo.
      while unsafe tcsetattr(terminal, TCSAFLUSH, &settings) != 0, errno == EINTR {}
    }
  }

  private static func write(_ text: String, to screen: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let bytes = Array(rest)
      let count = unsafe Glibc.write(screen, bytes, bytes.count)
      // Whoever cannot see the question can still answer it.
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private static func catchSignals() -> [FormerAction] {
    signals.compactMap { number in
      var former = sigaction()
      guard unsafe sigaction(number, nil, &former) == 0 else { return nil }
      let handler = unsafe unsafeBitCast(
        former.__sigaction_handler.sa_handler, to: Int.self)
      // Whoever started us may have asked for this one to be ignored, as `nohup` does.
      guard handler != ignored else { return nil }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        let former = errno
        var byte = UInt8(truncatingIfNeeded: number)
        // A full pipe says enough already.
        _ = unsafe Glibc.write(SecretInput.signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = former
      }
      // Calls of other threads go on as if nothing had been.
      action.sa_flags = SA_RESTART
      guard unsafe sigaction(number, &action, nil) == 0 else { return nil }
      return FormerAction(number: number, action: former)
    }
  }

  private static func release(_ former: [FormerAction]) {
    for former in former {
      var action = former.action
      // It cannot fail: it was in force before.
      _ = unsafe sigaction(former.number, &action, nil)
    }
  }

  private static func numbers(in pipe: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map { Int32($0) }
  }

  /// Lets a signal that was held back do its work, on this thread, which may have blocked it.
  private static func deliver(_ number: Int32) {
    var set = sigset_t()
    var former = sigset_t()
    // None of these can fail: the number is one of ours.
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, &former)
    _ = raise(number)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  private static func failure() -> CommandLineError {
    let reason = unsafe String(cString: strerror(errno))
    return CommandLineError(.inputOutput, operation: operation, detail: reason)
  }
}
