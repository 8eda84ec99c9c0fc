internal import ConformanceWire
private import SystemCore

/// A program under test, from its start to its end.
final class TargetProgram {
  /// Waits for a word, so that the warden knows of the program before it does anything.
  private static let gate = #"read -r go && exec "$@" </dev/null"#
  /// How long its streams may be open after its end, which takes another program that has them.
  private static let lastWords = Duration.seconds(1)
  /// What of the environment is between this tool and whoever started it.
  private static let toolsOwn: Set = [
    "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET",
    "WATCHDOG_PID", "WATCHDOG_USEC",
  ]

  private let process: StartedProcess
  private let output: ProgramOutput
  private let cleaner: LeftoverCleaner

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path or name, and what it is told.
  ///   - cleaner: Sees to it that the program does not outlive this tool.
  /// - Throws: That it cannot be started.
  init(_ words: [String], _ cleaner: LeftoverCleaner) throws(TargetError) {
    guard words.first?.isEmpty == false else {
      throw TargetError("cannot start the node: there is no word for its program")
    }
    let (start, output, errors) = (
      try StreamPair.sockets(), try StreamPair.pipe(), try StreamPair.pipe()
    )
    do {
      process = try StartedProcess(
        ["/bin/sh", "-c", Self.gate, "sh"] + words, settings: try Self.settings(),
        input: start.other, output: output.other, errors: errors.other)
    } catch {
      throw TargetError("cannot start the node: \(error)")
    }
    for stream in [start, output, errors] { stream.closeOther() }
    self.output = try ProgramOutput(output.giveOwn(), errors.giveOwn())
    self.cleaner = cleaner
    cleaner.watch(over: process.number)
    start.write("go\n")
  }

  deinit { end(killing: true, within: .zero) }

  /// The last lines of its standard error.
  var log: [String] { output.withKept(\.log) }

  /// Waits until it has said something.
  ///
  /// - Parameters:
  ///   - what: For the error: "a line 'code DIGITS'".
  ///   - patience: How long it may take.
  ///   - take: Finds it in what was said, and may take it out.
  /// - Returns: What was found.
  /// - Throws: That it did not say it, and why it will not.
  func wait<Value: Sendable>(
    for what: String, within patience: Duration,
    _ take: (inout ProgramOutput.Kept) -> Value?
  ) throws(TargetError) -> Value {
    let deadline = Deadline(after: patience)
    while true {
      if let value = output.withKept(take) { return value }
      if process.hasEnded(within: .zero) {
        waitForLastWords()
        if let value = output.withKept(take) { return value }
        throw failure("\(ending) before it printed \(what)")
      }
      guard output.withKept(\.isOpen) else {
        // It ends, or goes on without a word.
        if process.hasEnded(within: min(patience, Self.lastWords)) { continue }
        throw failure("it closed its standard output before it printed \(what)")
      }
      guard !deadline.isOver else { throw failure("it did not print \(what) within \(patience)") }
      output.wait(or: process.descriptor, by: deadline)
    }
  }

  /// Tells it to end in order, and does not wait for it.
  func askToEnd() { process.askToEnd() }

  /// Ends it and all that it started.
  ///
  /// - Parameters:
  ///   - kill: Whether it gets no chance to do anything before.
  ///   - patience: How long it may take, before it is killed.
  /// - Returns: Whether it ended by itself.
  @discardableResult
  func end(killing kill: Bool, within patience: Duration) -> Bool {
    let isInTime = process.end(kill ? .kill : .terminate, within: patience)
    cleaner.watch(over: nil)
    waitForLastWords()
    return isInTime
  }

  private func waitForLastWords() {
    let deadline = Deadline(after: Self.lastWords)
    while !output.withKept(\.hasEnded), !deadline.isOver {
      output.wait(or: nil, by: deadline)
    }
  }

  private func failure(_ reason: String) -> TargetError {
    let others = output.withKept(\.otherLines)
    let note = others == 0 ? "" : " (but \(others) lines that say nothing)"
    return TargetError("cannot start the node: \(reason)\(note)", lines: log)
  }

  /// How it ended, in words.
  private var ending: String {
    process.end(.kill, within: .zero)
    return switch (process.ending?.exitCode, process.ending?.signal) {
    case (127?, _): "it could not be found or run (exit code 127)"
    case (let code?, _): "it ended with exit code \(code)"
    case (_, let signal?): "signal \(signal) ended it"
    default: "it ended"
    }
  }

  /// The environment of this tool, without what concerns it alone.
  private static func settings() throws(SystemError) -> [String] {
    try FileSystem.readFile("/proc/self/environ", atMost: 1 << 20)
      .split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { setting in !toolsOwn.contains(String(setting.prefix { $0 != "=" })) }
  }
}
