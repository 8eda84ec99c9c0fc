/// Rows in the binary form of PostgreSQL's COPY, as they are written.
package struct CopyRows {
  /// From the start of 2000, where PostgreSQL counts from, to that of 2001.
  private static let microsecondsTo2001: Int64 = 31_622_400_000_000

  /// What was written, but for the end.
  private var written: [UInt8] = Self.head
  /// How many rows there are.
  package private(set) var count = 0

  /// What stands before the first row.
  static let head: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n".utf8) + [UInt8](repeating: 0, count: 9)

  /// Begins without rows.
  package init() {}

  /// All of it, with the end.
  package var bytes: [UInt8] { written + [0xFF, 0xFF] }

  /// How many bytes there are so far.
  package var byteCount: Int { written.count }

  /// Begins a row of so many cells, which follow.
  package mutating func begin(_ cells: Int) {
    count += 1
    append(Int16(truncatingIfNeeded: cells))
  }

  /// Adds a cell that holds nothing.
  package mutating func addNull() { append(Int32(-1)) }

  /// Adds an `int`.
  package mutating func add(_ number: Int32) {
    append(Int32(4))
    append(number)
  }

  /// Adds a `double precision`.
  package mutating func add(_ number: Double) {
    append(Int32(8))
    append(number.bitPattern)
  }

  /// Adds a `timestamptz`.
  package mutating func add(moment: Int64) {
    append(Int32(8))
    append(moment)
  }

  /// Adds a `date`, counted from 2001-01-01.
  package mutating func add(day: Int) {
    // A leap year lies between.
    add(Int32(clamping: day + 366))
  }

  /// Adds a `text`.
  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds a `jsonb`.
  package mutating func add(json: String) {
    let bytes = Array(json.utf8)
    append(Int32(truncatingIfNeeded: bytes.count + 1))
    written.append(1)
    written.append(contentsOf: bytes)
  }

  /// Adds a `bytea`, or anything else whose form is known.
  package mutating func add(_ bytes: [UInt8]) {
    append(Int32(truncatingIfNeeded: bytes.count))
    written.append(contentsOf: bytes)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    var shift = number.bitWidth
    while shift > 0 {
      shift -= 8
      written.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The moment of a `timestamptz` next to an instant.
  ///
  /// - Parameter instant: Seconds since 2001.
  /// - Returns: Microseconds since 2000.
  package static func moment(of instant: Double) -> Int64 {
    Int64((instant * 1e6).rounded()) + microsecondsTo2001
  }

  /// The instant that a moment is read as: of all that have a moment, each is the one it came from.
  package static func instant(of moment: Int64) -> Double {
    // The ends of time that PostgreSQL knows become dates that no sample has.
    Double(moment &- microsecondsTo2001) / 1e6
  }
}

/// A row in the binary form of PostgreSQL's COPY, as it is read.
package struct CopyRow {
  private let bytes: [UInt8]
  private var place: Int

  /// Begins with the first cell; `nil` for the end of the rows.
  ///
  /// - Parameter bytes: What came for a row; the head stands before the first.
  package init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: CopyRows.head) ? CopyRows.head.count : 0
    guard let count = integer(2), count != 0xFFFF else { return nil }
  }

  /// The bytes of the next cell; `nil` where it holds nothing.
  package mutating func cell() -> ArraySlice<UInt8>? {
    guard let count = integer(4), count < bytes.count, place + Int(count) <= bytes.count else {
      return nil
    }
    defer { place += Int(count) }
    return bytes[place..<place + Int(count)]
  }

  /// The next cell as a number; `nil` where it holds none.
  package mutating func number() -> Int64? {
    guard let cell = cell(), (1...8).contains(cell.count) else { return nil }
    let bits = cell.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - 8 * cell.count
    return Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused)
  }

  /// The next cell as a `double precision`; `nil` where it holds nothing.
  package mutating func double() -> Double? {
    number().map { Double(bitPattern: UInt64(bitPattern: $0)) }
  }

  /// The next cell as a `text`; `nil` where it holds nothing.
  package mutating func text() -> String? { cell().map { String(decoding: $0, as: UTF8.self) } }

  private mutating func integer(_ width: Int) -> UInt64? {
    guard place + width <= bytes.count else { return nil }
    defer { place += width }
    return bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}
