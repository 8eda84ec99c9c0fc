private import ArchiveCore

extension RingCanvas {
  /// The picture as a file in Portable Network Graphics (ISO 15948).
  ///
  /// - Throws: Where there is no memory to compress it.
  package func png() throws -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 4 + 1))
    let bytes = bytes
    for row in 0..<height {
      // Each row says how it is foretold from the one above: not at all.
      rows.append(0)
      rows += bytes[row * width * 4..<(row + 1) * width * 4]
    }
    let header = Self.number(width) + Self.number(height) + [8, 6, 0, 0, 0]
    return try [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Deflater.zlib(rows)) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let marked = Array(name.utf8) + body
    var checksum = MemberChecksum()
    checksum.add(marked)
    return number(body.count) + marked + number(Int(checksum.value))
  }

  private static func number(_ value: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
