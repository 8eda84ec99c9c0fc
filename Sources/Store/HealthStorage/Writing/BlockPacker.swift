internal import HealthModel

/// Cuts runs into blocks and lets blocks that are full and untouched be.
struct BlockPacker {
  /// A block as it stands in a new directory, and its samples where it has to be written.
  enum Output {
    case kept(SegmentDirectory.Block)
    case new(SampleRun)
  }

  private(set) var outputs: [Output] = []
  private var pending: SampleRun?
  /// How many numbers the details of pending rows have.
  private var numbers = 0
  /// Whether full blocks stay as they are behind a smaller one, so that little is written anew.
  private let leavesCrumbs: Bool

  /// How many quantities or categories a block gets.
  private let rows: Int

  init(rows: Int = BlockTable.mostRows, leavesCrumbs: Bool = false) {
    self.rows = rows
    self.leavesCrumbs = leavesCrumbs
  }

  /// As many rows as a block of the payload gets: objects can each hold thousands of members or
  /// events, so that few of them fill a message.
  private static func mostRows(_ payload: SampleRun.Payload, of rows: Int) -> Int {
    switch payload {
    case .quantity, .category: rows
    case .objects: BlockTable.mostObjects
    }
  }

  /// Whether one block can hold a run.
  static func fitsBlock(_ run: SampleRun) -> Bool {
    run.count <= mostRows(run.payload, of: BlockTable.mostRows)
      && run.rows(from: 0, to: run.count).end == run.count
  }

  /// From this size on a block is worth keeping as it is.
  private static func fullEnough(_ mostRows: Int) -> Int { mostRows * 3 / 4 }

  /// How many rows each block gets of so many that are cut.
  ///
  /// A rest that is no full block would be written once more when it is merged, and all blocks behind it as well. So
  /// the rows are cut evenly then.
  ///
  /// - Returns: `most` where the rest is a full block, or even parts would be none.
  static func evenRows(_ count: Int, atMost most: Int) -> Int {
    let blocks = (count + most - 1) / most
    guard blocks > 1, !isFull(count - (blocks - 1) * most, of: most) else { return most }
    let rows = (count + blocks - 1) / blocks
    return isFull(count - (blocks - 1) * rows, of: most) ? rows : most
  }

  /// Whether a block of `count` rows, all in sight, may stay as it is at this point.
  func canKeep(_ count: Int) -> Bool {
    (pending == nil || leavesCrumbs) && Self.isFull(count, of: rows)
  }

  /// Whether a block of so many rows, all in sight, is worth keeping where what is before it allows it and blocks
  /// get `rows`.
  static func isFull(_ count: Int, of rows: Int) -> Bool { count >= fullEnough(rows) }

  mutating func keep(_ block: SegmentDirectory.Block) {
    finish()
    outputs.append(.kept(block))
  }

  /// Appends samples, in log order.
  mutating func append(_ run: SampleRun) {
    guard !run.isEmpty else { return }
    var buffer = pending ?? SampleRun(empty: run.type, like: run.payload)
    let most = Self.mostRows(run.payload, of: rows)
    var row = 0
    while row < run.count {
      let end = min(run.count, row + most - buffer.count)
      let fitting = run.rows(from: row, to: end, afterNumbers: numbers)
      buffer.append(run, rows: row..<fitting.end)
      row = fitting.end
      numbers = fitting.numbers
      if buffer.count == most || row < end {
        outputs.append(.new(buffer))
        buffer = SampleRun(empty: run.type, like: run.payload)
        numbers = 0
      }
    }
    if buffer.count >= Self.fullEnough(most) {
      outputs.append(.new(buffer))
      pending = nil
      numbers = 0
    } else {
      pending = buffer.isEmpty ? nil : buffer
    }
  }

  /// Ends the last block.
  mutating func finish() {
    if let buffer = pending { outputs.append(.new(buffer)) }
    pending = nil
    numbers = 0
  }
}
