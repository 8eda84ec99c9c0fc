/// Lines from a byte source, each of bounded length.
package struct LineReader<Source: ByteSource> {
  /// A sample with all the metadata it may carry stays far below this.
  package static var maximumByteCount: Int { 1024 * 1024 }

  /// The number of the line last returned or refused, counted from 1.
  package private(set) var lineNumber = 0

  private var source: Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// Makes a reader at the source's present position.
  package init(_ source: Source) {
    self.source = source
  }

  /// Whether the next line, all of it, is here without reading on.
  package var hasBufferedLine: Bool {
    chunk[position...].contains(UInt8(ascii: "\n"))
  }

  /// Whether the next line can be returned without waiting for more of it than one read brings.
  package var isLineDecided: Bool {
    isAtEnd || hasBufferedLine || chunk.count - position > Self.maximumByteCount
  }

  /// Reads what comes next, once, and keeps it.
  package mutating func fetch() throws(CommandLineError) {
    guard !isAtEnd else { return }
    let next = try source.nextChunk()
    isAtEnd = next.isEmpty
    chunk.removeSubrange(..<position)
    position = 0
    chunk += next
  }

  /// The next line without its newline, or `nil` at the end; a line that is too long is passed over
  /// and refused, and the next call goes on after it.
  package mutating func nextLine() throws(CommandLineError) -> [UInt8]? {
    var line: [UInt8] = []
    var isTooLong = false
    var hasBytes = false
    while try fill() {
      hasBytes = true
      let newline = chunk[position...].firstIndex(of: UInt8(ascii: "\n"))
      let piece = chunk[position..<(newline ?? chunk.endIndex)]
      if isTooLong || line.count + piece.count > Self.maximumByteCount {
        isTooLong = true
        line = []
      } else {
        line.append(contentsOf: piece)
      }
      position = piece.endIndex
      if newline != nil {
        position += 1
        break
      }
    }
    guard hasBytes else { return nil }
    lineNumber += 1
    guard !isTooLong else {
      throw CommandLineError(
        .invalidInput, operation: "read line \(lineNumber)",
        detail: "longer than \(Self.maximumByteCount) bytes")
    }
    return line
  }

  // Returns whether there is a byte at `position`.
  private mutating func fill() throws(CommandLineError) -> Bool {
    if position < chunk.count { return true }
    guard !isAtEnd else { return false }
    chunk = try source.nextChunk()
    position = 0
    isAtEnd = chunk.isEmpty
    return !isAtEnd
  }
}
