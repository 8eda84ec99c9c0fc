private import CommandLineCore
private import Glibc

/// What the child processes of exit tests do; the closure of an exit test cannot see what has
/// `package` access itself.
enum ChildProcess {
  struct Failure: Error {}

  static let brokenPipeStatus: Int32 = 42
  static let busyStatus = ExitCode.busy.rawValue

  static func exitBusy() -> Never {
    CurrentProcess.exit(.busy)
  }

  static func writeLines(_ count: Int) throws {
    var output = BufferedOutput(Descriptor.standardOutput)
    for _ in 0..<count { try output.writeLine("0123456789") }
    try output.flush()
  }

  /// Ends with `brokenPipeStatus` if a write to a pipe without a reader says what it should.
  static func writeToClosedPipe() throws -> Never {
    let (reader, writer) = try makePipe()
    guard dup2(writer, STDOUT_FILENO) >= 0, close(reader) == 0 else { throw Failure() }
    CurrentProcess.takeStandardStreams()
    do throws(CommandLineError) {
      try Descriptor.standardOutput.write([0x61])
    } catch {
      exit(error.code == .outputClosed ? brokenPipeStatus : 1)
    }
    exit(0)
  }

  /// Reads `text` from standard input and writes its lines, each marked.
  static func echo(_ text: String) throws {
    let (reader, writer) = try makePipe()
    let bytes = Array(text.utf8)
    // Far less than a pipe holds, so nobody needs to read meanwhile.
    guard unsafe write(writer, bytes, bytes.count) == bytes.count, close(writer) == 0,
      dup2(reader, STDIN_FILENO) >= 0
    else { throw Failure() }
    var lines = LineReader(Descriptor.standardInput)
    var output = BufferedOutput(Descriptor.standardOutput)
    while let line = try lines.nextLine() {
      try output.writeLine("read:" + String(decoding: line, as: UTF8.self))
    }
    try output.flush()
  }

  private static func makePipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Failure() }
    return (ends[0], ends[1])
  }
}
