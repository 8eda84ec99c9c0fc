internal import HealthModel

/// How many rows a block of each type gets, so that blocks fill the pages of the database.
///
/// SQLite gives a page of its own to what takes more than half of one and less than all of it, and the rest of that
/// page is lost.
struct BlockSizes {
  private static let pageBytes = 4_096 - 8
  /// What SQLite keeps beside the bytes of a block.
  private static let bytesBeside = 24
  /// From here on what does not fit in a page goes to pages that it fills.
  private static let mostBytesInPage = 4_061
  /// About as much as the type, a source and a device take, however many rows there are.
  private static let bytesOfNames = 300
  private static let wellFilled = 0.93

  private var rows: [ObjectType: Int] = [:]

  /// How many rows the next block of a type of quantities or categories gets.
  subscript(type: ObjectType) -> Int { rows[type] ?? BlockTable.mostRows }

  /// Learns from a block that was written, unless it is much smaller than those that it tells of.
  mutating func note(_ run: SampleRun, bytes: Int) {
    guard run.count >= self[run.type] * 9 / 10 else { return }
    rows[run.type] = Self.rows(where: run.count, take: bytes)
  }

  /// How many rows a block gets where so many take so many bytes.
  static func rows(where count: Int, take bytes: Int) -> Int {
    let most = BlockTable.mostRows
    let perRow = max(0, Double(bytes - bytesOfNames)) / Double(count)
    let full = Int(perRow * Double(most)) + bytesOfNames + bytesBeside
    guard full <= mostBytesInPage else { return most }
    let whole = pageBytes / full
    if Double(whole * full) >= wellFilled * Double(pageBytes) { return most }
    // One more to a page, with a little to spare for blocks that compress less well.
    let share = Double(pageBytes / (whole + 1) - bytesBeside) * 0.98 - Double(bytesOfNames)
    return min(most, Int(share / perRow))
  }
}
