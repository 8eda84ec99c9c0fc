internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore
internal import TestSupport

/// A store of ours at its synchronous layer, in a folder of its own.
final class OwnStore {
  let folder: TemporaryFolder
  /// The store as the sync rules have it, what is open included.
  var sync: SyncTransaction
  /// The same for what apps and the owner change.
  var writer: StoreWriter {
    _read { yield sync.writer }
    _modify { yield &sync.writer }
  }
  var reader: StoreReader
  /// Any moment will do: it only dates tombstones.
  private static let now = 500_000_000.0

  /// Opens an empty one, through the file system called `vfs` where one is to count.
  convenience init(
    vfs: String? = nil, beginning incarnation: Incarnation = Incarnation(rawValue: 1)
  ) throws {
    try self.init(TemporaryFolder(), vfs: vfs, beginning: incarnation)
  }

  private init(_ folder: TemporaryFolder, vfs: String?, beginning incarnation: Incarnation) throws {
    let path = folder.file("store.db")
    let writer = try StoreWriter(
      Connection(path: path, mode: .readWriteCreate, vfs: vfs), beginning: incarnation,
      pins: PinnedGenerations())
    let reader = try StoreReader(Connection(path: path, mode: .readOnly, vfs: vfs))
    self.folder = folder
    sync = SyncTransaction(writer)
    self.reader = reader
  }

  /// A store of its own with the same content, which writes under another incarnation.
  func copy(beginning incarnation: Incarnation) throws -> OwnStore {
    let other = try TemporaryFolder()
    let connection = try Connection(path: folder.file("store.db"), mode: .readWrite)
    try connection.execute("VACUUM INTO '\(other.file("store.db"))'")
    return try OwnStore(other, vfs: nil, beginning: incarnation)
  }

  /// Begins to read with nothing in memory.
  func reopenReader() throws {
    reader = try StoreReader(Connection(path: folder.file("store.db"), mode: .readOnly))
  }

  /// Commits one change durably.
  func commit(_ change: Change) throws {
    for result in writer.commit([change], at: Self.now) { _ = try result.get() }
  }

  /// Brings the file to rest: merges, erases, empties the log.
  func settle() throws {
    while try writer.maintain(at: 0) {}
    // What the last piece of work replaced goes with the next.
    _ = try writer.maintain(at: 0)
    try writer.checkpoint()
  }

  var bytes: Int {
    get throws { try FileSystem.size(of: folder.file("store.db")) }
  }

  /// How many samples a query finds; all their columns are read.
  func count(_ query: SampleQuery, in snapshot: Snapshot) throws -> Int {
    var cursor = try SampleCursor(
      query, seeing: .everything, in: snapshot, from: &reader.tables)
    var count = 0
    while let run = try cursor.next(from: &reader.tables) { count += run.count }
    return count
  }
}
