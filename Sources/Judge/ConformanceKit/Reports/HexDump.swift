internal import ConformanceWire

/// Bytes as people read them: sixteen to a line, with their places and what is text in them.
package enum HexDump {
  private static let columns = 16
  /// More lines than this say no more to a reader of a report.
  package static let maximumByteCount = 256

  /// The lines; of many bytes the first ones, and how many there are.
  package static func lines(_ bytes: [UInt8], atMost bound: Int = maximumByteCount) -> [String] {
    let shown = bytes.prefix(bound)
    var lines = stride(from: 0, to: shown.count, by: columns).map { start in
      line(shown[start..<min(start + columns, shown.count)], at: start)
    }
    if bytes.count > shown.count { lines.append("… \(bytes.count) bytes in all") }
    return lines
  }

  /// Two digits for each byte, nothing between.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map(pair).joined()
  }

  private static func line(_ bytes: ArraySlice<UInt8>, at place: Int) -> String {
    let start = String(place, radix: 16)
    var line = String(repeating: "0", count: max(0, 4 - start.count)) + start + " "
    var text = ""
    for column in 0..<columns {
      if column == columns / 2 { line += " " }
      guard column < bytes.count else {
        line += "   "
        continue
      }
      let byte = bytes[bytes.startIndex + column]
      line += " \(pair(byte))"
      text += (0x20...0x7E).contains(byte) ? String(Unicode.Scalar(byte)) : "."
    }
    return "\(line)  |\(text)|"
  }

  private static func pair(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
