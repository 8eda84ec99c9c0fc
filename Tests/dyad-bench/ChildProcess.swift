private import Glibc

/// Runs this program again.
enum ChildProcess {
  /// What the program prints with these arguments.
  ///
  /// - Throws: when it cannot be started or fails.
  static func output(of arguments: [String]) throws(BenchError) -> String {
    // The shell would find itself behind the link, so it is followed first.
    guard let path = unsafe realpath("/proc/self/exe", nil) else { throw failure("find itself") }
    defer { unsafe free(path) }
    let words = [unsafe String(cString: path)] + arguments
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    guard let stream = unsafe popen(command, "r") else { throw failure("start itself") }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(stream), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    guard unsafe pclose(stream) == 0 else { throw failure("measure in a process of its own") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends this process.
  static func exit(_ status: Int32) -> Never {
    Glibc.exit(status)
  }

  private static func failure(_ operation: String) -> BenchError {
    BenchError("cannot \(operation)")
  }
}
