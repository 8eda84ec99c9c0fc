internal import CommandLineCore
internal import ConformanceKit
internal import SystemCore

/// Where reports go besides the terminal.
struct ReportFiles {
  private let files: [(kind: ReportKind, path: String)]

  /// Reads the options.
  init(_ arguments: ParsedArguments) throws(RunFailure) {
    let options: [(ReportKind, Option)] = [
      (.tap, .tap), (.junit, .junit), (.json, .json), (.html, .html),
    ]
    files = options.compactMap { kind, option in arguments.value(option).map { (kind, $0) } }
    guard files.count(where: { $0.path == "-" }) <= 1 else {
      throw RunFailure(.usage, "cannot write two reports to standard output: they would mix")
    }
  }

  /// Whether standard output belongs to a report.
  var useStandardOutput: Bool { files.contains { $0.path == "-" } }

  /// Writes them all; one that cannot be written keeps none of the others back.
  func write(_ result: RunResult) throws(RunFailure) {
    var failure: RunFailure?
    for (kind, path) in files {
      do {
        try Self.write(kind.text(result), to: path)
      } catch let error as CommandLineError where error.code == .outputClosed {
        // A reader that has seen enough is no failure of ours.
        continue
      } catch {
        failure = failure ?? RunFailure(.failed, "\(error)")
      }
    }
    if let failure { throw failure }
  }

  /// Writes one text.
  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes; "-" is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" {
      try Descriptor.standardOutput.write(bytes)
    } else if try FileSystem.isPlainFile(path) == false {
      // A new file in the place of /dev/null would be everybody's.
      try FileSystem.write(bytes, into: path)
    } else {
      try FileSystem.replaceFile(path, bytes)
    }
  }
}
