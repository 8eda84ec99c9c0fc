internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

/// Single columns of blocks, for which the others are not decoded.
struct BlockReading: ~Copyable {
  private var fetch: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    fetch = try connection.prepare(BlockTable.query, persistent: true)
  }

  /// The dots of a block's rows.
  mutating func dots(of block: SegmentDirectory.Block) throws -> DotColumn {
    try columns(of: block, withEnds: false).dots
  }

  /// The dots of a block's rows and when they end.
  mutating func dotsAndEnds(
    of block: SegmentDirectory.Block
  ) throws -> (dots: DotColumn, ends: [Double]) {
    try columns(of: block, withEnds: true)
  }

  private mutating func columns(
    of block: SegmentDirectory.Block, withEnds: Bool
  ) throws -> (dots: DotColumn, ends: [Double]) {
    try fetch.bind(block.id, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { throw Self.damage(block, "it is missing") }
    let bytes = try fetch.blob(at: 0)
    guard try BlockTable.isSound(bytes, of: block.id, in: fetch) else {
      throw Self.damage(block, "its checksum does not match")
    }
    let dots: DotColumn
    var ends: [Double] = []
    do {
      dots = try SampleRun.decodeDots(bytes.span, limits: .stored)
      if withEnds { ends = try SampleRun.decodeTimes(bytes.span, limits: .stored).ends }
    } catch {
      throw Self.damage(block, "\(error)")
    }
    guard dots.count == block.count, !withEnds || ends.count == block.count else {
      throw Self.damage(block, "it has not as many rows as its directory says")
    }
    return (dots, ends)
  }

  static func damage(_ block: SegmentDirectory.Block, _ detail: String) -> StorageError {
    StorageError(.damaged, cannot: "read block \(block.id)", detail)
  }
}
