private import Glibc

/// Runs this program again, or another one.
enum ChildProcess {
  /// What this program prints with these arguments.
  ///
  /// - Throws: when it cannot be started or fails.
  static func output(of arguments: [String]) throws(BenchError) -> String {
    try output(of: try ownPath(), arguments)
  }

  /// What a program prints with these arguments.
  ///
  /// - Throws: when it cannot be started or fails.
  static func output(of program: String, _ arguments: [String]) throws(BenchError) -> String {
    let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    guard let stream = unsafe popen(command, "r") else { throw failure("start itself") }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&piece, 1, piece.count, stream), count > 0 {
      bytes += piece[..<count]
    }
    guard unsafe pclose(stream) == 0 else { throw failure("measure in a process of its own") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A program that was built beside this one.
  static func neighbour(_ name: String) throws(BenchError) -> String {
    try ownPath().split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/" + name
  }

  /// The most that was ever resident of any program that has ended.
  static func peakMegabytes() throws(BenchError) -> Double {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else {
      throw failure("measure memory")
    }
    return Double(usage.ru_maxrss) / 1_024
  }

  private static func ownPath() throws(BenchError) -> String {
    // The shell would find itself behind the link, so it is followed first.
    guard let path = unsafe realpath("/proc/self/exe", nil) else { throw failure("find itself") }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Ends this process.
  static func exit(_ status: Int32) -> Never {
    Glibc.exit(status)
  }

  private static func failure(_ operation: String) -> BenchError {
    BenchError("cannot \(operation)")
  }
}
