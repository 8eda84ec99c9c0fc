internal import HealthModel
internal import SQLiteCore

/// What a query reads from, on one connection.
package struct ReadTables: ~Copyable {
  package var blocks: BlockTable
  package var segments: SegmentTable
  package var uuids: UUIDTable
  package var deletions: DeletionTable
  package var members: MemberTable
  package var documents: DocumentTable
  package var state: StateTable
  package var node: NodeTable
  package var imports: ImportTable
  package var removed: RemovedTable
  var aliases: AliasTable
  var names: NameTable
  var sync: SyncReading
  /// The last erasure of all history that was heard of: nothing in memory is from before it.
  var erased: Int64 = 0
  private var beginView: Statement
  private var endView: Statement
  private var dropView: Statement

  init(_ connection: borrowing Connection, fresh: FreshBlocks) throws(SQLiteError) {
    // Locals first: a struct that cannot be copied cannot be left half made by a throw.
    let blocks = try BlockTable(connection, fresh: fresh)
    let segments = try SegmentTable(connection)
    let uuids = try UUIDTable(connection)
    let deletions = try DeletionTable(connection)
    let members = try MemberTable(connection)
    let documents = try DocumentTable(connection)
    let state = try StateTable(connection)
    let node = try NodeTable(connection)
    let imports = try ImportTable(connection)
    let removed = try RemovedTable(connection)
    let aliases = try AliasTable(connection)
    let names = try NameTable(connection)
    let sync = try SyncReading(connection)
    let beginView = try connection.prepare("SAVEPOINT view", persistent: true)
    let endView = try connection.prepare("RELEASE view", persistent: true)
    let dropView = try connection.prepare("ROLLBACK", persistent: true)
    self.blocks = blocks
    self.segments = segments
    self.uuids = uuids
    self.deletions = deletions
    self.members = members
    self.documents = documents
    self.state = state
    self.node = node
    self.imports = imports
    self.removed = removed
    self.aliases = aliases
    self.names = names
    self.sync = sync
    self.beginView = beginView
    self.endView = endView
    self.dropView = dropView
  }

  /// Runs `body` on one state of the tables, which is also quicker than a lock for each statement.
  mutating func inOneView<Value>(_ body: (inout Self) throws -> Value) throws -> Value {
    let isNested = beginView.isInTransaction
    try beginView.run()
    let result = Result { try body(&self) }
    do {
      try endView.run()
    } catch {
      // Damage can keep a view from ending. Left open it would hide all later commits, and keep others from beginning.
      if !isNested, endView.isInTransaction { try dropView.run() }
      // The first error is the one to report.
      if case .success = result { throw error }
    }
    return try result.get()
  }
}

extension ReadTables {
  /// Reads a block for a question; where it is damaged, the error names the samples.
  mutating func reading<Result>(
    _ block: SegmentDirectory.Block, of type: ObjectType,
    _ body: (inout BlockTable) throws -> Result
  ) throws -> Result {
    do {
      return try body(&blocks)
    } catch let error as StorageError where error.code == .damaged {
      throw error.naming(block, of: type)
    }
  }
}
