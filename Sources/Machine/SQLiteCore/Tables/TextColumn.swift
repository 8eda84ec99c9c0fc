/// The texts of a column, row by row; rows may share theirs.
package struct TextColumn: Sendable {
  /// All texts, one behind the other.
  private(set) var bytes: [UInt8] = []
  /// Where that of each row begins in the bytes.
  private(set) var starts: [Int32] = []
  /// How many bytes it has; -1 where it is NULL.
  private(set) var lengths: [Int32] = []

  package init(rows: Int = 0) {
    starts.reserveCapacity(rows)
    lengths.reserveCapacity(rows)
  }

  /// Appends rows that all say the same.
  package mutating func append(_ text: String?, rows: Int) {
    starts.append(contentsOf: repeatElement(Int32(bytes.count), count: rows))
    lengths.append(contentsOf: repeatElement(text.map { Int32($0.utf8.count) } ?? -1, count: rows))
    if let text { bytes += text.utf8 }
  }

  /// Appends a row.
  ///
  /// - Parameter write: Appends its text in UTF-8.
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    starts.append(Int32(start))
    lengths.append(Int32(bytes.count - start))
  }
}
