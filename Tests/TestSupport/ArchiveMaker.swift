/// Makes ZIP archives byte by byte, right ones and wrong ones.
///
/// What it deflates is not compressed: the format allows for that.
package struct ArchiveMaker: Sendable {
  /// How a member is written.
  package struct Form: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let deflated = Self(rawValue: 1)
    /// Sizes and checksum stand behind the data.
    package static let descriptor = Self(rawValue: 2)
    /// Sizes and places have eight bytes.
    package static let large = Self(rawValue: 4)
    /// A wrong checksum.
    package static let wrongChecksum = Self(rawValue: 8)
    /// It says that it has a password.
    package static let encrypted = Self(rawValue: 16)
    /// It says that it is compressed by a method that nobody has.
    package static let odd = Self(rawValue: 32)
    /// It says that it has one byte more.
    package static let wrongSize = Self(rawValue: 64)
  }

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private var isLarge = false

  package init() {}

  /// Adds a member.
  package mutating func add(_ name: String, _ content: [UInt8], _ form: Form = []) {
    let place = UInt64(bytes.count)
    let data = form.contains(.deflated) ? Self.deflated(content) : content
    let checksum = Self.checksum(content) ^ (form.contains(.wrongChecksum) ? 1 : 0)
    let size = UInt64(content.count + (form.contains(.wrongSize) ? 1 : 0))
    let flags: UInt64 =
      (form.contains(.encrypted) ? 1 : 0) | (form.contains(.descriptor) ? 8 : 0)
    let method: UInt64 = form.contains(.odd) ? 99 : form.contains(.deflated) ? 8 : 0
    let isToldLater = form.contains(.descriptor)
    let stands = form.contains(.large) && !isToldLater
    let utf8 = Array(name.utf8)
    put(0x0403_4B50, 4)
    put(20, 2)
    put(flags, 2)
    put(method, 2)
    put(0, 4)
    put(isToldLater ? 0 : UInt64(checksum), 4)
    put(isToldLater ? 0 : stands ? 0xFFFF_FFFF : UInt64(data.count), 4)
    put(isToldLater ? 0 : stands ? 0xFFFF_FFFF : size, 4)
    put(UInt64(utf8.count), 2)
    put(stands ? 20 : 0, 2)
    bytes += utf8
    if stands { bytes += Self.numbers([(1, 2), (16, 2), (size, 8), (UInt64(data.count), 8)]) }
    bytes += data
    let sizeBytes = form.contains(.large) ? 8 : 4
    if isToldLater {
      bytes += Self.numbers([
        (0x0807_4B50, 4), (UInt64(checksum), 4), (UInt64(data.count), sizeBytes), (size, sizeBytes),
      ])
    }
    let isWide = form.contains(.large)
    directory += Self.numbers([
      (0x0201_4B50, 4), (20, 2), (20, 2), (flags, 2), (method, 2), (0, 4), (UInt64(checksum), 4),
      (isWide ? 0xFFFF_FFFF : UInt64(data.count), 4), (isWide ? 0xFFFF_FFFF : size, 4),
      (UInt64(utf8.count), 2), (isWide ? 28 : 0, 2), (0, 2), (0, 8),
      (isWide ? 0xFFFF_FFFF : place, 4),
    ])
    directory += utf8
    if isWide {
      directory += Self.numbers([
        (1, 2), (24, 2), (size, 8), (UInt64(data.count), 8), (place, 8),
      ])
    }
    count += 1
    isLarge = isLarge || isWide
  }

  /// The archive with its directory.
  package func finished() -> [UInt8] {
    var archive = bytes + directory
    let place = UInt64(bytes.count)
    let end = UInt64(archive.count)
    if isLarge {
      archive += Self.numbers([
        (0x0606_4B50, 4), (44, 8), (45, 2), (45, 2), (0, 4), (0, 4), (UInt64(count), 8),
        (UInt64(count), 8), (UInt64(directory.count), 8), (place, 8), (0x0706_4B50, 4), (0, 4),
        (end, 8), (1, 4),
      ])
    }
    return archive
      + Self.numbers([
        (0x0605_4B50, 4), (0, 2), (0, 2), (isLarge ? 0xFFFF : UInt64(count), 2),
        (isLarge ? 0xFFFF : UInt64(count), 2),
        (isLarge ? 0xFFFF_FFFF : UInt64(directory.count), 4),
        (isLarge ? 0xFFFF_FFFF : place, 4), (0, 2),
      ])
  }

  private mutating func put(_ number: UInt64, _ size: Int) {
    bytes += Self.numbers([(number, size)])
  }

  private static func numbers(_ numbers: [(UInt64, Int)]) -> [UInt8] {
    numbers.flatMap { number, size in
      (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
  }

  /// Blocks that are stored, in the format of deflate.
  private static func deflated(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = content[...]
    repeat {
      let block = rest.prefix(60_000)
      rest = rest.dropFirst(block.count)
      let size = UInt64(block.count)
      bytes.append(rest.isEmpty ? 1 : 0)
      bytes += numbers([(size, 2), (~size & 0xFFFF, 2)])
      bytes += block
    } while !rest.isEmpty
    return bytes
  }

  private static func checksum(_ content: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in content {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
