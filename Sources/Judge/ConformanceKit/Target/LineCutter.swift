internal import ConformanceWire

/// Makes lines of bytes, however they come and however long a line is.
struct LineCutter {
  /// What is beyond that of a line is left out.
  static let longest = 1_024

  private var line: [UInt8] = []
  private var wasCut = false

  /// Takes bytes.
  ///
  /// - Parameters:
  ///   - bytes: What came next.
  ///   - body: Gets each line that is complete, and whether it is all of it.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (_ line: String, _ isWhole: Bool) -> Void)
  {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      body(String(decoding: line, as: UTF8.self), !wasCut)
      line.removeAll(keepingCapacity: true)
      wasCut = false
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// What there is of the last line, which nothing ended.
  var remainder: String? { line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = Self.longest - line.count
    line += bytes.prefix(room)
    if bytes.count > room { wasCut = true }
  }
}
