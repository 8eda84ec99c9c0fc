internal import CommandLineCore
internal import CommandSupport
internal import SystemCore

/// A file that an option names.
enum OptionFile {
  /// Reads all of it, be it a file or a pipe.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - option: Which option named it.
  ///   - bound: More bytes than that are refused.
  /// - Returns: Its bytes.
  /// - Throws: Why it cannot be read.
  static func read(_ path: String, for option: Option, atMost bound: Int) throws -> [UInt8] {
    let source = try open(path, for: option)
    var bytes: [UInt8] = []
    while true {
      let chunk = try source.nextChunk()
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
      guard bytes.count <= bound else {
        throw ProgramFailure(
          .invalidInput, "cannot use \(option.spelling): the file is longer than \(bound) bytes")
      }
    }
  }

  /// Opens it.
  static func open(_ path: String, for option: Option) throws -> FileSource {
    guard try FileSystem.exists(path) else {
      throw ProgramFailure(
        .notFound,
        "cannot use \(option.spelling): there is no file \(TerminalText.quotable(path))")
    }
    return try FileSource(path: path)
  }
}
