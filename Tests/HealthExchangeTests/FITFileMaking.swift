@testable internal import HealthExchange

// @testable: files are made with the checksum that reads them.

/// Makes FIT files, message by message.
struct FITMaker {
  private var data: [UInt8] = []
  private var locals: [UInt16: UInt8] = [:]

  /// Seconds of these files for seconds since 2001.
  static func time(_ seconds: Double) -> UInt32 { UInt32(seconds - FITFile.epoch) }

  static func bytes(_ value: UInt64, _ count: Int, isBigEndian: Bool = false) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isBigEndian ? little.reversed() : little
  }

  /// A message with fields: number, base type, size and value.
  mutating func add(
    _ number: UInt16, _ fields: [(UInt8, UInt8, Int, UInt64)], isBigEndian: Bool = false
  ) {
    let local = locals[number] ?? UInt8(locals.count)
    locals[number] = local
    data += [0x40 | local, 0, isBigEndian ? 1 : 0]
    data += Self.bytes(UInt64(number), 2, isBigEndian: isBigEndian) + [UInt8(fields.count)]
    for (field, type, size, _) in fields { data += [field, UInt8(size), type] }
    data.append(local)
    for (_, _, size, value) in fields {
      data += Self.bytes(value, size, isBigEndian: isBigEndian)
    }
  }

  /// Bytes as they are.
  mutating func add(_ bytes: [UInt8]) { data += bytes }

  /// The file.
  var file: [UInt8] {
    let header =
      [14, 0x20] + Self.bytes(2_100, 2) + Self.bytes(UInt64(data.count), 4) + Array(".FIT".utf8)
      + [0, 0]
    let whole = header + data
    return whole + Self.bytes(UInt64(FITFile.sum(whole[...])), 2)
  }
}
