private import Glibc
internal import TextFormats

/// A file, or a pipe that has a name, read from its beginning.
package final class FileSource: ByteSource {
  /// Large enough that the calls cost nothing beside the reading.
  private static let chunkByteCount = 256 * 1024

  /// As much as tells what a file is.
  package static let beginningByteCount = 4_096

  private let descriptor: Int32
  private let name: String
  /// How many bytes were read.
  package private(set) var position = 0
  /// What was read first.
  package private(set) var beginning: [UInt8] = []

  /// Opens the file at `path`.
  package init(path: String) throws(CommandLineError) {
    name = TerminalText.clean(path)
    var opened: Int32
    repeat { opened = unsafe open(path, O_RDONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
    descriptor = opened
    guard opened >= 0 else { throw failure("open") }
  }

  deinit {
    // It was only read, so closing has nothing to lose.
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// The next bytes, as soon as there are any; empty at the end.
  package func nextChunk() throws(CommandLineError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count >= 0 {
        chunk.removeLast(chunk.count - count)
        if position == 0 { beginning = Array(chunk.prefix(Self.beginningByteCount)) }
        position += count
        return chunk
      }
      guard errno == EINTR else { throw failure("read") }
    }
  }

  /// Whether there is something to read, or its end, waiting for it at most as long.
  package func isReadable(within milliseconds: Int32) -> Bool {
    Descriptor.isReadable(descriptor, within: milliseconds)
  }

  private func failure(_ verb: String) -> CommandLineError {
    CommandLineError(
      .inputOutput, operation: "\(verb) \(name)",
      detail: unsafe String(cString: strerror(errno)))
  }
}
