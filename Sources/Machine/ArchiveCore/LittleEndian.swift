/// Reads the numbers of an archive, which begin with their lowest byte.
struct LittleEndian {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// How many bytes are left.
  var count: Int { bytes.count }

  /// The number in the next `size` bytes; `nil` where there are fewer.
  mutating func number(_ size: Int) -> UInt64? {
    guard let taken = take(size) else { return nil }
    return taken.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// No disk has so many bytes, and sums of a few such numbers fit.
  private static let mostBytes: UInt64 = 1 << 56

  /// The same, for a number of bytes or a place; also `nil` where it is greater than any.
  mutating func size(_ size: Int) -> Int? {
    number(size).flatMap { $0 <= Self.mostBytes ? Int($0) : nil }
  }

  /// The next bytes; `nil` where there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}
