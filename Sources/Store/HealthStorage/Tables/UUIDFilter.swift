internal import HealthModel

/// Says of a UUID that it was never put in, or that it may have been: a Bloom filter whose bits for one UUID
/// lie side by side, so that asking reads one line of the processor's cache.
///
/// It takes three to six bytes a UUID. A part that is full is followed by one as large as all before, and a
/// full part is wrong about one UUID in twenty thousand.
struct UUIDFilter {
  private var parts: [[SIMD8<UInt64>]] = []
  /// How many more UUIDs the last part is made for.
  private var room = 0

  private static let uuidsPerLine = 21
  private static let fewestLines = 1 << 14
  /// For 22 million UUIDs; where there are more the last part is wrong more often.
  private static let mostLines = 1 << 20

  init(for count: Int) { grow(by: count / Self.uuidsPerLine + 1) }

  mutating func insert(_ uuid: SampleUUID) {
    if room == 0 { grow(by: parts.reduce(0) { $0 + $1.count }) }
    room -= 1
    let hash = HashedUUIDs.hash(uuid)
    let last = parts.count - 1
    parts[last][Self.line(of: hash, among: parts[last].count)] |= Self.bits(of: hash)
  }

  /// Whether the UUID may have been put in: surely so where it was.
  func mayHave(_ uuid: SampleUUID) -> Bool {
    let hash = HashedUUIDs.hash(uuid)
    let bits = Self.bits(of: hash)
    return parts.indices.contains { part in
      let line = parts[part][Self.line(of: hash, among: parts[part].count)]
      return (line & bits) == bits
    }
  }

  private mutating func grow(by lines: Int) {
    let left = Self.mostLines - parts.reduce(0) { $0 + $1.count }
    guard left > 0 else {
      room = .max
      return
    }
    let lines = min(max(lines, Self.fewestLines), left)
    parts.append([SIMD8<UInt64>](repeating: .zero, count: lines))
    room = lines * Self.uuidsPerLine
  }

  private static func line(of hash: UInt64, among count: Int) -> Int {
    Int(hash.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// One bit of each word of a line.
  private static func bits(of hash: UInt64) -> SIMD8<UInt64> {
    // The hash's own order says the line, so that the bits come from another mixture.
    let mixed = (hash ^ hash >> 29) &* 0x9FB2_1C65_1E98_DF25
    let places = SIMD8(repeating: mixed) &>> SIMD8(16, 22, 28, 34, 40, 46, 52, 58)
    return SIMD8(repeating: 1) &<< (places & 63)
  }
}
