package import TextFormats

/// JSON values from a byte source, one on each line.
package struct JSONLineReader<Source: ByteSource> {
  private var lines: LineReader<Source>

  /// What programs of Windows write before anything else.
  private static var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  /// Makes a reader at the source's present position.
  package init(_ source: Source) {
    lines = LineReader(source)
  }

  /// The number of the line last returned or refused, counted from 1.
  package var lineNumber: Int { lines.lineNumber }

  /// Whether the next line, all of it, is here without reading on.
  package var hasBufferedLine: Bool { lines.hasBufferedLine }

  /// Whether the next line can be returned without waiting for more of it than one read brings.
  package var isLineDecided: Bool { lines.isLineDecided }

  /// Reads what comes next, once, and keeps it.
  package mutating func fetch() throws(CommandLineError) {
    try lines.fetch()
  }

  /// The next line's value, or `nil` at the end; blank lines are passed over, and after a refused
  /// line the next call goes on with the line that follows.
  package mutating func nextValue() throws(CommandLineError) -> JSONValue? {
    while var line = try lines.nextLine() {
      if lineNumber == 1, line.starts(with: Self.byteOrderMark) {
        line.removeFirst(Self.byteOrderMark.count)
      }
      if line.allSatisfy(JSONParser.isWhitespace) { continue }
      do {
        return try JSONValue(parsing: line)
      } catch {
        throw CommandLineError(
          .invalidInput, operation: "read line \(lineNumber)", detail: error.detail,
          advice: error.advice)
      }
    }
    return nil
  }
}
