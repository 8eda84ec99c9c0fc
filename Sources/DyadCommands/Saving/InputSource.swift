internal import CommandLineCore

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
}
