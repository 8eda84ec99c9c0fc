internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import PairingCommands
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import TextFormats

/// What `dyad pair` did with some words.
struct PairRun: Sendable {
  /// One of the two programs that pair.
  enum ProgramName {
    case dyad
    case pair
  }

  /// What a run has instead of a machine and a terminal.
  struct Setting: Sendable {
    /// Which program it is typed to.
    var program = ProgramName.dyad
    /// What stands before the words; nothing stands for "pair", or for nothing in `dyad-pair`.
    var group: [String]?
    var backups = BackupWork.system
    /// Pieces of the input; nothing more comes after them.
    var input: [String] = []
    /// Reads the input in another way.
    var read: (@Sendable () -> [UInt8])?
    /// Sees results as they are written.
    var whenWritten: (@Sendable (String) -> Void)?
    /// Whether somebody sits there.
    var isTerminal = true
    /// Whether lines can be written anew.
    var hasScreen = false
    var columns: Int?
    var rows: Int?
    /// Whether nothing but ASCII can be shown.
    var isASCII = false
    var surroundings = PairingSurroundings.still
    /// Lines that are read without echo; nothing says that they are read like others.
    var secrets: [String]?
  }

  /// Keeps what was written.
  private final class Recorder: Sendable {
    struct Texts {
      var input: [String]
      var secrets: [String]
      var output: [UInt8] = []
      var errors: [UInt8] = []
    }

    let texts: Mutex<Texts>

    init(_ setting: Setting) {
      texts = Mutex(Texts(input: setting.input, secrets: setting.secrets ?? []))
    }
  }

  let exitCode: ExitCode
  let output: String
  let errors: String

  /// Runs the words behind `dyad pair`, or behind `dyad-pair`.
  init(
    _ words: String..., at daemon: ScriptedDaemon? = nil,
    _ change: (inout Setting) -> Void = { _ in }
  ) async {
    await self.init(words, at: daemon, change)
  }

  /// Runs the words behind `dyad pair`, or behind `dyad-pair`.
  init(
    _ words: [String], at daemon: ScriptedDaemon? = nil,
    _ change: (inout Setting) -> Void = { _ in }
  ) async {
    var setting = Setting()
    change(&setting)
    let recorder = Recorder(setting)
    let state = daemon.map { ["--state", $0.folder.path] } ?? []
    let group = setting.group ?? (setting.program == .dyad ? ["pair"] : [])
    let program =
      switch setting.program {
      case .dyad: Program.program(in: setting.surroundings, setting.backups)
      case .pair: PairProgram.program(in: setting.surroundings)
      }
    exitCode = await program.run(
      group + state + words, on: Self.console(setting, recorder))
    (output, errors) = recorder.texts.withLock {
      (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.errors, as: UTF8.self))
    }
  }

  private static func console(_ setting: Setting, _ recorder: Recorder) -> Console {
    var console = Console(
      read: { () throws(CommandLineError) in
        if let read = setting.read { return read() }
        return recorder.texts.withLock {
          $0.input.isEmpty ? [] : Array($0.input.removeFirst().utf8)
        }
      },
      write: { bytes throws(CommandLineError) in
        recorder.texts.withLock { $0.output += bytes }
        setting.whenWritten?(String(decoding: bytes, as: UTF8.self))
      },
      writeError: { bytes throws(CommandLineError) in
        recorder.texts.withLock { $0.errors += bytes }
      })
    console.isInputTerminal = setting.isTerminal
    console.isOutputTerminal = setting.hasScreen
    console.columns = setting.columns
    console.rows = setting.rows
    console.isASCII = setting.isASCII
    if setting.secrets != nil {
      console.readSecret = { prompt throws(CommandLineError) in
        recorder.texts.withLock { texts in
          texts.errors += Array(prompt.utf8)
          return texts.secrets.isEmpty ? [] : Array(texts.secrets.removeFirst().utf8)
        }
      }
    }
    return console
  }

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// What each line of the output says to programs.
  var json: [JSONValue] {
    get throws { try lines.map { try JSONValue(parsing: $0) } }
  }

  /// The `event` of each line.
  var events: [String] {
    get throws { try json.map { $0["event"]?.stringValue ?? "" } }
  }
}

extension PairingSurroundings {
  /// A machine without a network, at which time stands still and nobody presses Ctrl-C.
  static var still: PairingSurroundings {
    PairingSurroundings(
      clock: WallClock { Devices.now },
      sleep: { _ in try await Task.sleep(for: .seconds(3600)) },
      announce: { _, _, _, _ in throw NoDiscovery() },
      browse: { _ in throw NoDiscovery() },
      interrupts: { AsyncStream { _ in } })
  }
}

/// There is no Avahi.
struct NoDiscovery: Error, CustomStringConvertible {
  var description: String { "nobody answers" }
}
