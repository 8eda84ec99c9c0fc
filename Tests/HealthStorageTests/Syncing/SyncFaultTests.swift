internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Transactions of the sync rules on a disk that fails at one operation after the other: all of each is
/// there, or nothing.
struct SyncFaultTests {
  private static let rows = (0..<700).map { Sample.steps($0, start: Double($0)) }
  private static let foreign = (0..<30).map { Sample.foreignSteps($0, start: 900) }

  /// What the rules do, a transaction each.
  private static let steps: [@Sendable (inout SyncTransaction) throws -> Void] = [
    { sync in
      _ = try sync.insert(.numbered(rows, by: 90))
      _ = try sync.insert(.numbered(foreign, by: 91))
      sync.record.ordinal = 1
    },
    { sync in
      _ = try sync.insert(.numbered(foreign, by: 80))
      try sync.bury(.told(.numbered(Array(rows[..<50]), by: 90)), at: 1)
      sync.record.ordinal = 2
    },
    { sync in
      try sync.prune(
        outside: SharedRange(scope: .all, floor: 300), under: sync.vector)
      try sync.setFloor(300)
      try sync.cover(VersionVector([.steps(70, 3)]))
      sync.record.ordinal = 3
    },
    { sync in
      try sync.dropTombstones(through: sync.head.position)
      try sync.uncover(VersionVector([.steps(90, 51)]))
      _ = try sync.insert(.numbered([rows[50]], by: 90, from: 51))
      try sync.bury(VersionVector([.steps(91, 3)]), at: 2)
      sync.record.ordinal = 4
    },
  ]

  /// All that a store holds, so that two are compared as a whole.
  private struct Contents: Equatable {
    var rows: [Dot: SampleUUID]
    var tombstones: [Dot: SampleUUID]
    var aliases: [Dot: Dot]
    var vector: VersionVector
    var floor: Double
    var record: SyncRecord
    var head: Int64
    var horizon: Int64

    init(_ store: inout StoreFixture) throws {
      rows = try store.rows()
      tombstones = try store.tombstones()
      aliases = store.aliases
      vector = store.sync.vector
      floor = store.sync.floor
      record = store.sync.record
      head = store.sync.head.position
      horizon = store.sync.horizon
    }
  }

  /// What the store holds after each step, from none on.
  private static func contents() throws -> [Contents] {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var all = [try Contents(&store)]
    for step in steps {
      try step(&store.sync)
      try store.sync.commit()
      all.append(try Contents(&store))
    }
    #expect(try store.findings() == [])
    return all
  }

  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `a fault in the middle keeps nothing of the transaction`(fault: FaultVFS.Fault) throws {
    let expected = try Self.contents()
    let struck = try failingEachOperation(stride: 3) { plan in
      let folder = try TemporaryFolder()
      let comment: Comment = "\(fault) at operation \(plan.number ?? 0)"
      let vfs = try FaultVFS(plan: plan, fault: fault)
      var committed = 0
      do {
        var store = try StoreFixture(folder, vfs: vfs.name)
        for step in Self.steps {
          var attempts = 0
          while true {
            do {
              try step(&store.sync)
              try store.sync.commit()
              break
            } catch {
              #expect(error is StorageError || "\(type(of: error))" == "SQLiteError", comment)
              store.sync.rollBack()
              // The one fault is over, and what was rolled back can be done again.
              attempts += 1
              try #require(attempts == 1, comment)
              #expect(store.sync.vector == store.writer.state.vector, comment)
              #expect(store.sync.record == store.writer.state.record, comment)
            }
          }
          committed += 1
          #expect(try Contents(&store) == expected[committed], comment)
        }
      } catch {
        // Only opening, or reading, may be what failed for good.
        #expect(plan.hasStruck, comment)
      }
      var store = try StoreFixture(folder, incarnation: 1)
      let found = try Contents(&store)
      #expect(expected[committed...].prefix(2).contains(found), comment)
      #expect(try store.findings() == [], comment)
    }
    #expect(struck > 50)
  }

  @Test(arguments: [0, 0.5])
  func `after a power cut every transaction is there or none of it`(keeping: Double) throws {
    let expected = try Self.contents()
    let struck = try failingEachOperation(stride: 3) { plan in
      let folder = try TemporaryFolder()
      let vfs = try FaultVFS(plan: plan, fault: .powerLoss)
      var committed = 0
      do {
        var store = try StoreFixture(folder, vfs: vfs.name)
        for step in Self.steps {
          try step(&store.sync)
          try store.sync.commit()
          committed += 1
        }
      } catch {
        // Where it stopped is the answer.
      }
      let seed = UInt64(plan.number ?? 0) &* 41
      try vfs.restorePower(keeping: keeping, seed: seed)
      let comment: Comment = "operation \(plan.number ?? 0), keeping \(keeping), seed \(seed)"
      var store = try StoreFixture(folder, incarnation: 1)
      #expect(expected[committed...].prefix(2).contains(try Contents(&store)), comment)
      #expect(try store.findings() == [], comment)
    }
    #expect(struck > 50)
  }
}
