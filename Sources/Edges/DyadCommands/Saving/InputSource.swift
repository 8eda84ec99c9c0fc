internal import CommandLineCore
internal import SystemCore

/// Where lines to save come from.
enum InputSource: ByteSource {
  case standardInput(StandardInput)
  case file(FileSource)

  mutating func nextChunk() throws(CommandLineError) -> [UInt8] {
    switch self {
    case .standardInput(let input): try input.nextChunk()
    case .file(let file): try file.nextChunk()
    }
  }

  /// Whether nothing comes for so many milliseconds.
  func isPausing(for milliseconds: Int32) -> Bool {
    switch self {
    case .standardInput: !Descriptor.standardInput.isReadable(within: milliseconds)
    case .file(let file): !file.isReadable(within: milliseconds)
    }
  }

  /// How much of it was read.
  var position: Int {
    switch self {
    case .standardInput(let input): input.position
    case .file(let file): file.position
    }
  }

  /// What was read of it first.
  var beginning: [UInt8] {
    switch self {
    case .standardInput(let input): input.beginning
    case .file(let file): file.beginning
    }
  }

  /// How long all of the files are; `nil` where one has no length.
  static func byteCount(of files: [String]) -> Int? {
    var sum = 0
    for file in files {
      let size =
        file == "-" ? Descriptor.standardInput.remainingBytes : try? FileSystem.size(of: file)
      guard let size, size > 0 else { return nil }
      sum += size
    }
    return sum
  }
}

/// The standard input, and how much of it was read: copies of a source read the same one.
final class StandardInput: ByteSource {
  private(set) var position = 0
  private(set) var beginning: [UInt8] = []

  func nextChunk() throws(CommandLineError) -> [UInt8] {
    let chunk = try Descriptor.standardInput.nextChunk()
    if position == 0 { beginning = Array(chunk.prefix(FileSource.beginningByteCount)) }
    position += chunk.count
    return chunk
  }
}
