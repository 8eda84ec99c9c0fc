private import HealthCodec
package import HealthModel
internal import SQLiteCore

/// Blocks of samples by number, decoded once and kept while they are hot.
package struct BlockTable: ~Copyable {
  private var fetch: Statement
  private var insert: Statement
  private var remove: Statement
  private var cache = BlockCache()
  /// What blocks of each type were learned to take.
  private(set) var sizes = BlockSizes()
  /// Shared with the other connections of the store.
  private let fresh: FreshBlocks
  /// How many blocks were decoded so far: what headers tell needs none.
  package private(set) var decodedCount = 0
  /// Blocks of which a reading found that they are not what was written.
  private(set) var unreadable: Set<Int64> = []

  /// Small enough that one sample is found without decoding much, large enough that what a block
  /// costs by itself does not count.
  package static let mostRows = 512
  /// The same for objects, each of which can hold thousands of members or events.
  package static let mostObjects = 16

  init(_ connection: borrowing Connection, fresh: FreshBlocks) throws(SQLiteError) {
    let fetch = try connection.prepare(Self.query, persistent: true)
    let insert = try connection.prepare(
      "INSERT INTO block (id, body, checksum, type, head) VALUES (?1, ?2, ?3, ?4, ?5)",
      persistent: true)
    let remove = try connection.prepare("DELETE FROM block WHERE id = ?1", persistent: true)
    self.fresh = fresh
    self.fetch = fetch
    self.insert = insert
    self.remove = remove
  }

  /// The samples of block `id`.
  package mutating func run(_ id: Int64) throws -> SampleRun {
    if let known = known(id) { return known }
    let run = try withBody(id) { body in try SampleRun(decoding: body, limits: .stored) }
    cache.insert(run, as: id)
    decodedCount += 1
    return run
  }

  /// The samples of block `id`, which are of `type`: of quantities only the columns that are needed.
  mutating func run(
    _ id: Int64, of type: ObjectType, needing needs: NeededColumns
  ) throws -> SampleRun {
    guard !needs.contains(.rest), type.description?.canonicalUnit != nil else {
      return try run(id)
    }
    if let known = known(id) { return known }
    let part = try withBody(id) { body in
      try SampleRun.decode(needs, of: type, body, limits: .stored)
    }
    decodedCount += part == nil ? 0 : 1
    return try part ?? run(id)
  }

  /// Only what statistics need of block `id`; `nil` where its samples are no quantities.
  mutating func quantities(_ id: Int64) throws -> QuantityColumns? {
    if let known = known(id) { return QuantityColumns(known) }
    let columns = try withBody(id) { body in
      try SampleRun.decodeQuantities(body, limits: .stored)
    }
    decodedCount += 1
    return columns
  }

  /// Only the UUIDs of block `id`.
  package mutating func uuids(_ id: Int64) throws -> [SampleUUID] {
    if let known = known(id) { return known.uuids }
    return try withBody(id) { body in try SampleRun.decodeUUIDs(body, limits: .stored) }
  }

  /// Writes a block; one that merging will soon read again stays decoded.
  mutating func insert(_ id: Int64, _ run: SampleRun) throws {
    try write(id, run, .null, .null)
  }

  /// Writes a loose block.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - run: What it holds.
  ///   - type: The number of its type.
  ///   - head: The head of the log, once the block is committed.
  /// - Throws: What encoding and SQLite throw.
  mutating func insert(_ id: Int64, _ run: SampleRun, looseOf type: Int64, head: Int64) throws {
    try write(id, run, .integer(type), .integer(head))
  }

  private mutating func write(
    _ id: Int64, _ run: SampleRun, _ type: SQLValue, _ head: SQLValue
  ) throws {
    let body = try run.encoded()
    sizes.note(run, bytes: body.count)
    if run.count < Self.mostRows / 2, !fresh.insert(run, as: id) {
      cache.insert(run, as: id)
    }
    try insert.bind(id, at: 1)
    try insert.bind(body, at: 2)
    try insert.bind(RowChecksum.of(body, in: .integer(id), type, head), at: 3)
    try insert.bind(type, at: 4)
    try insert.bind(head, at: 5)
    try insert.run()
  }

  /// A block that need not be read.
  private mutating func known(_ id: Int64) -> SampleRun? { fresh[id] ?? cache[id] }

  /// Only the dots of block `id`.
  mutating func dots(_ id: Int64) throws -> DotColumn {
    if let known = known(id) { return known.dots }
    return try withBody(id) { body in try SampleRun.decodeDots(body, limits: .stored) }
  }

  /// Whether block `id` is what was written, as its checksum says; `unreadable` has it otherwise.
  mutating func isSound(_ id: Int64) throws -> Bool {
    do {
      try withBody(id) { _ in }
      return true
    } catch let error as StorageError where error.code == .damaged {
      return false
    }
  }

  /// Erases a block.
  mutating func remove(_ id: Int64) throws(SQLiteError) {
    try remove.bind(id, at: 1)
    try remove.run()
    fresh.remove(id)
    unreadable.remove(id)
  }

  /// Forgets what is cached, and found, of blocks from `next` on: a rollback gives out their numbers
  /// again.
  mutating func dropCache(from next: Int64 = 0) {
    forgetRuns()
    unreadable = unreadable.filter { $0 < next }
  }

  /// Forgets what is cached, for its memory.
  mutating func forgetRuns() {
    cache = BlockCache()
    fresh.removeAll()
  }

  /// Takes the blocks that readings found damaged since the last time.
  mutating func takeUnreadable() -> Set<Int64> {
    defer { unreadable = [] }
    return unreadable
  }

  /// Forgets what is cached of these blocks, so that the disk is looked at.
  mutating func dropCache(of ids: Set<Int64>) {
    for id in ids { forget(id) }
  }

  private mutating func withBody<Result>(
    _ id: Int64, _ body: (borrowing Span<UInt8>) throws -> Result
  ) throws -> Result {
    try fetch.bind(id, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { throw damage(id, "it is missing") }
    let bytes = try fetch.blob(at: 0)
    guard try Self.isSound(bytes, of: id, in: fetch) else {
      throw damage(id, "its checksum does not match")
    }
    do {
      return try body(bytes.span)
    } catch {
      throw damage(id, "\(error)")
    }
  }

  /// Fetches the block of an id, with the columns that `isSound` compares.
  static let query = "SELECT body, checksum, type, head FROM block WHERE id = ?1"

  /// Whether the checksum of block `id` is right.
  static func isSound(
    _ body: [UInt8], of id: Int64, in row: borrowing Statement
  ) throws(SQLiteError) -> Bool {
    RowChecksum.of(body, in: .integer(id), try row.value(at: 2), try row.value(at: 3))
      == row.integer(at: 1)
  }

  /// Notes that block `id` is not what was written, whoever found it; what was decoded of it is forgotten.
  mutating func noteUnreadable(_ id: Int64) {
    unreadable.insert(id)
    forget(id)
  }

  private mutating func forget(_ id: Int64) {
    fresh.remove(id)
    cache.remove(id)
  }

  private mutating func damage(_ id: Int64, _ detail: String) -> StorageError {
    noteUnreadable(id)
    return StorageError(.damaged, cannot: "read block \(id)", detail)
  }
}

/// Reads blocks from the disk and keeps none: a rebuild reads each block once.
struct StoredBlocks: ~Copyable {
  private var fetch: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    fetch = try connection.prepare(BlockTable.query)
  }

  /// The samples of a block; `nil` where it is missing or damaged.
  mutating func run(_ id: Int64) throws(SQLiteError) -> SampleRun? {
    try fetch.bind(id, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { return nil }
    let body = try fetch.blob(at: 0)
    guard try BlockTable.isSound(body, of: id, in: fetch) else { return nil }
    return try? SampleRun(decoding: body, limits: .stored)
  }
}
