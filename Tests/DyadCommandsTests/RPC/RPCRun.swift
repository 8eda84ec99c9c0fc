internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
private import Synchronization

/// What `dyad rpc` did with some words.
struct RPCRun: Sendable {
  private final class Recorder: Sendable {
    struct Texts {
      var input: [String]
      var output: [UInt8] = []
      var errors: [UInt8] = []
    }

    let texts: Mutex<Texts>

    init(_ input: [String]) {
      texts = Mutex(Texts(input: input))
    }
  }

  let exitCode: ExitCode
  let output: String
  let errors: String

  /// Runs the words behind `dyad rpc`.
  init(_ words: String..., input: [String] = []) async {
    await self.init(words, input: input)
  }

  /// Runs the words behind `dyad rpc`; the input comes in these pieces.
  init(_ words: [String], input: [String] = []) async {
    let recorder = Recorder(input)
    let console = Console(
      read: { () throws(CommandLineError) in
        recorder.texts.withLock { $0.input.isEmpty ? [] : Array($0.input.removeFirst().utf8) }
      },
      write: { bytes throws(CommandLineError) in
        recorder.texts.withLock { $0.output += bytes }
      },
      writeError: { bytes throws(CommandLineError) in
        recorder.texts.withLock { $0.errors += bytes }
      })
    exitCode = await Program.program().run(["rpc"] + words, on: console)
    (output, errors) = recorder.texts.withLock {
      (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.errors, as: UTF8.self))
    }
  }

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
