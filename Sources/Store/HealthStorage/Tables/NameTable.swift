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
      "INSERT INTO sample_owner (id, bundle, type, checksum) VALUES (?1, ?2, ?3, ?4)",
      persistent: true)
    let findBase = try connection.prepare(
      "SELECT * FROM uuid_base WHERE base = ?1", persistent: true)
    // Whoever saved first stays.
    let insertBase = try connection.prepare(
      "INSERT OR IGNORE INTO uuid_base (base, owner, checksum) VALUES (?1, ?2, ?3)",
      persistent: true)
    let insertNamesake = try connection.prepare(
      "INSERT OR REPLACE INTO namesake (bundle, said, stored, checksum) VALUES (?1, ?2, ?3, ?4)",
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
    try insertOwner.run(row: .integer(owner), .text(bundle), .integer(type))
  }

  /// The number of the owner of a base: `nil` if nothing was stored under it, `SampleOwners.unknown` if the row is
  /// damaged.
  mutating func owner(ofBase base: UInt64) throws(SQLiteError) -> Int64? {
    try findBase.bind(Int64(bitPattern: base), at: 1)
    defer { findBase.reset() }
    guard try findBase.step() else { return nil }
    return try findBase.isRowSound ? findBase.integer(at: 1) : SampleOwners.unknown
  }

  /// Binds a base to its owner, unless it has one.
  mutating func bind(_ base: UInt64, to owner: Int64) throws(SQLiteError) {
    try insertBase.run(row: .integer(Int64(bitPattern: base)), .integer(owner))
  }

  mutating func insert(
    _ name: SampleUUID, storedAs uuid: SampleUUID, of bundle: String
  ) throws(SQLiteError) {
    try insertNamesake.run(row: .text(bundle), .bytes(name.bytes), .bytes(uuid.bytes))
  }

  mutating func remove(_ name: SampleUUID, of bundle: String) throws(SQLiteError) {
    try removeNamesake.bind(bundle, at: 1)
    try removeNamesake.bind(name.bytes, at: 2)
    try removeNamesake.run()
  }
}
