internal import HealthModel
package import SQLiteCore

/// Who saves under which names: the owners of samples, the bases that they count on, and the samples that are stored
/// under another UUID than their app said.
package struct NameTable: ~Copyable {
  private var insertOwner: Statement
  private var findBase: Statement
  private var insertBase: Statement
  private var insertNamesake: Statement
  private var removeNamesake: Statement

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insertOwner = try connection.prepare(
      "INSERT INTO sample_owner (id, bundle, type) VALUES (?1, ?2, ?3)", persistent: true)
    let findBase = try connection.prepare(
      "SELECT owner FROM uuid_base WHERE base = ?1", persistent: true)
    // Whoever saved first stays.
    let insertBase = try connection.prepare(
      "INSERT OR IGNORE INTO uuid_base (base, owner) VALUES (?1, ?2)", persistent: true)
    let insertNamesake = try connection.prepare(
      "INSERT OR REPLACE INTO namesake (bundle, said, stored) VALUES (?1, ?2, ?3)",
      persistent: true)
    let removeNamesake = try connection.prepare(
      "DELETE FROM namesake WHERE bundle = ?1 AND said = ?2", persistent: true)
    self.insertOwner = insertOwner
    self.findBase = findBase
    self.insertBase = insertBase
    self.insertNamesake = insertNamesake
    self.removeNamesake = removeNamesake
  }

  mutating func insert(
    _ owner: Int64, bundle: String, type: Int64
  ) throws(SQLiteError) {
    try insertOwner.bind(owner, at: 1)
    try insertOwner.bind(bundle, at: 2)
    try insertOwner.bind(type, at: 3)
    try insertOwner.run()
  }

  /// The number of the owner of a base; `nil` where nothing was stored under it.
  mutating func owner(ofBase base: UInt64) throws(SQLiteError) -> Int64? {
    try findBase.bind(Int64(bitPattern: base), at: 1)
    defer { findBase.reset() }
    return try findBase.step() ? findBase.integer(at: 0) : nil
  }

  /// Binds a base to its owner, unless it has one.
  mutating func bind(_ base: UInt64, to owner: Int64) throws(SQLiteError) {
    try insertBase.bind(Int64(bitPattern: base), at: 1)
    try insertBase.bind(owner, at: 2)
    try insertBase.run()
  }

  mutating func insert(
    _ name: SampleUUID, storedAs uuid: SampleUUID, of bundle: String
  ) throws(SQLiteError) {
    try insertNamesake.bind(bundle, at: 1)
    try insertNamesake.bind(name.bytes, at: 2)
    try insertNamesake.bind(uuid.bytes, at: 3)
    try insertNamesake.run()
  }

  mutating func remove(_ name: SampleUUID, of bundle: String) throws(SQLiteError) {
    try removeNamesake.bind(bundle, at: 1)
    try removeNamesake.bind(name.bytes, at: 2)
    try removeNamesake.run()
  }
}

extension StoreWriter {
  /// The number of an owner, who is made known where they are new.
  mutating func number(of owner: SampleOwner) throws -> Int64 {
    if let known = draft.owners.number(of: owner) { return known }
    let type = try typeState(owner.type).id
    let number = draft.owners.next
    draft.owners.insert(owner, number)
    try tables.names.insert(number, bundle: owner.bundle, type: type)
    return number
  }

  /// Binds bases that samples are stored under for the first time to who saved them.
  mutating func bind(_ bases: [UInt64: SampleOwner]) throws {
    for (base, owner) in bases where try tables.names.owner(ofBase: base) == nil {
      try tables.names.bind(base, to: number(of: owner))
    }
  }

  /// The app that a base belongs to; `nil` for one that nobody saved under, or that was shared before bases
  /// had owners.
  private mutating func app(ofBase base: UInt64) throws -> String? {
    if let number = try tables.names.owner(ofBase: base) { return draft.owners[number]?.bundle }
    for block in draft.loose.blocks where block.uuids.numbered[base] != nil {
      return block.segment.owner
    }
    return pending.bases[base]?.bundle
  }

  /// Checks that an app names samples under no base of another app.
  ///
  /// It looks at no counter, so that the refusal says nothing of what the other app saved.
  mutating func checkBases(of uuids: UUIDSet, for app: String) throws {
    for base in uuids.numbered.keys {
      guard let owner = try self.app(ofBase: base), owner != app else { continue }
      throw refusal(
        "save the objects", "a UUID of version 8 is of a base that belongs to another app")
    }
  }
}
