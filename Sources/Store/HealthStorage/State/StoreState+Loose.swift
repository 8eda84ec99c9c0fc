internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

extension StoreState {
  /// Takes in what small commits wrote, and works out what they did not write.
  mutating func loadLoose(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    var rows = try connection.prepare(
      """
      SELECT id, type, head, body, checksum FROM block
      WHERE id >= ?1 AND type IS NOT NULL ORDER BY id
      """)
    try rows.bind(looseFrom, at: 1)
    while try rows.step() {
      let id = rows.integer(at: 0)
      guard let type = identifiers[rows.integer(at: 1)] else {
        throw StorageError(.damaged, cannot: "read block \(id)", "its type is missing")
      }
      let last = rows.integer(at: 2)
      guard RowNumber.isPossible(last) else {
        throw StorageError(.damaged, cannot: "read block \(id)", "its place in the log is none")
      }
      head = max(head, last)
      let body = try rows.blob(at: 3)
      guard
        RowChecksum.of(body, in: .integer(id), try rows.value(at: 1), .integer(last))
          == rows.integer(at: 4),
        let run = try? SampleRun(decoding: body, limits: .stored), run.type == type, !run.isEmpty,
        run.dots.count == run.count
      else {
        // R24: what it held is unknown, as of a segment whose directory is damaged.
        lost[nextSegment] = LostSegment(type: type, isClaimGivenUp: false)
        loose.damaged.append(nextSegment)
        nextSegment += 1
        continue
      }
      add(run, asLooseBlock: id)
      vector.cover(run.dots, of: type)
    }
  }

  /// Adds a block that is a segment of its own, which has no row.
  mutating func add(_ run: SampleRun, asLooseBlock id: Int64) {
    let block = LooseBlock(id, holding: run, asSegment: nextSegment)
    nextSegment += 1
    types[run.type]?.insert(block.segment)
    loose.append(block)
  }
}
