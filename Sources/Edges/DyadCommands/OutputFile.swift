internal import CommandLineCore
internal import CommandSupport
internal import SystemCore

/// The file that an option names, such as one for a picture.
struct OutputFile {
  let path: String

  /// Sees that it may be written: where there is nothing, or a file.
  init(_ path: String) throws {
    self.path = path
    guard try FileSystem.isPlainFile(path) ?? true else {
      throw ProgramFailure(
        .refused, "cannot write \(path): something that is no file has its name",
        advice: "Name another file for it.")
    }
    let fresh = "\(path).new"
    guard try FileSystem.isPlainFile(fresh) == nil else {
      throw ProgramFailure(
        .refused, "cannot write \(path): \(fresh), through which it would pass, is there",
        advice: "Move that away, or name another file for it.")
    }
  }

  /// Replaces what was there; only the owner can read the file.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// The same for what is no text.
  func write(_ bytes: [UInt8]) throws {
    if try FileSystem.isPlainFile(path) == nil {
      try FileSystem.createFile(path, bytes)
    } else {
      try FileSystem.replaceFile(path, bytes)
    }
  }
}
