private import CommandLineCore

/// Reads a line as a command would that asks for a code, and says it backwards.
///
/// With the word FILE the process ends, from another thread, as soon as something can be read from it.
@main
enum SecretReader {
  static func main() {
    if CommandLine.arguments.count > 1 {
      let path = CommandLine.arguments[1]
      Task.detached {
        do throws(CommandLineError) {
          let file = try FileSource(path: path)
          _ = try file.nextChunk()
        } catch {
          say("\(error)")
        }
        CurrentProcess.exit(.refused)
      }
    }
    do throws(CommandLineError) {
      let line = try SecretInput.readLine(prompt: "Code: ")
      say("read \(line.count): \(String(decoding: line.reversed(), as: UTF8.self))")
    } catch {
      say("\(error)")
      if let advice = error.advice { say(advice) }
      CurrentProcess.exit(error.exitCode)
    }
  }

  private static func say(_ line: String) {
    // A test that has gone needs no answer.
    try? Descriptor.standardOutput.write(Array("\(line)\n".utf8))
  }
}
