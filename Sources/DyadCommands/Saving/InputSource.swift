internal import CommandLineCore
internal import SystemCore

/// Where lines to save come from.
enum InputSource: ByteSource {
  case standardInput
  case file(FileSource)

  mutating func nextChunk() throws(CommandLineError) -> [UInt8] {
    switch self {
    case .standardInput: try Descriptor.standardInput.nextChunk()
    case .file(let file): try file.nextChunk()
    }
  }

  /// Whether nothing comes for as long as nobody wants to wait for what came before.
  var isPausing: Bool {
    let longestWait: Int32 = 200
    return switch self {
    case .standardInput: !Descriptor.standardInput.isReadable(within: longestWait)
    case .file(let file): !file.isReadable(within: longestWait)
    }
  }

  /// How much of a file was read.
  var position: Int {
    if case .file(let file) = self { file.position } else { 0 }
  }

  /// How long all of the files are; `nil` where one has no length.
  static func byteCount(of files: [String]) -> Int? {
    var sum = 0
    for file in files {
      guard file != "-", let size = try? FileSystem.size(of: file), size > 0 else { return nil }
      sum += size
    }
    return sum
  }
}
