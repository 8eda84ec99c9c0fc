internal import CommandSupport
internal import TestSupport

/// The program on a store of its own.
struct Dyad {
  let folder: TemporaryFolder
  private let path: String
  private let state: String

  init(state: String = "state") throws {
    folder = try TemporaryFolder()
    path = try RunningProgram.builtPath("dyad")
    self.state = state
  }

  /// The program on the state folder of a daemon.
  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    path = try RunningProgram.builtPath("dyad")
    state = ""
  }

  /// Runs one command to its end.
  func run(
    _ words: String..., input: String = "", state: String? = nil
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run(path, arguments(words, state), input: input)
  }

  /// Runs one command of any words.
  func run(_ words: [String]) throws -> RunningProgram.Ending {
    try RunningProgram.run(path, arguments(words, nil), input: "")
  }

  /// Starts a command that waits for input.
  func start(_ words: String...) throws -> RunningProgram {
    try RunningProgram(path, arguments(words, nil))
  }

  /// Runs one command to its end in a terminal.
  func runInTerminal(
    _ words: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24,
    keys: String = ""
  ) throws -> TerminalSession.Ending {
    let session = try terminal(words, environment: environment, columns: columns, rows: rows)
    if !keys.isEmpty { try session.type(keys) }
    return try session.finish()
  }

  /// Starts a command in a terminal.
  func terminal(
    _ words: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalSession {
    try TerminalSession(
      path, arguments(words, nil),
      environment: environment.merging(["TZ": "UTC", "LANG": "C.UTF-8"]) { given, _ in given },
      columns: columns, rows: rows)
  }

  private func arguments(_ words: [String], _ state: String?) -> [String] {
    ["--state", folder.file(state ?? self.state)] + words
  }

  /// A line that `save` reads.
  static func heartRate(_ minute: Int, bundle: String = "local.dyad") -> String {
    let digits = minute < 10 ? "0\(minute)" : "\(minute)"
    return #"{"type":"heartRate","value":1\#(digits),"unit":"count/min","#
      + #""start":"2026-11-21T08:\#(digits):00Z","source":{"bundle":"\#(bundle)"}}"# + "\n"
  }
}
