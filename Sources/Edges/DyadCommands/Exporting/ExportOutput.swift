internal import CommandLineCore
internal import SystemCore

/// Where an export goes: to a file that has its name once it is complete, or to standard output.
final class ExportOutput {
  private let file: UnfinishedFile?
  /// How many bytes were written.
  private(set) var byteCount = 0

  /// - Parameters:
  ///   - path: The file; `nil` for standard output.
  ///   - replaces: Whether a file that is there is replaced.
  /// - Throws: What keeps the file from being made, a file that is there among it.
  init(_ path: String?, replaces: Bool) throws(SystemError) {
    file = try path.map { path throws(SystemError) in
      try UnfinishedFile(path, replaces: replaces)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    try file?.write(bytes)
    if file == nil { try Descriptor.standardOutput.write(bytes) }
    byteCount += bytes.count
  }

  /// Where the file is until it is complete.
  var partialPath: String? { file?.partialPath }

  func finish() throws { try file?.finish() }
}
