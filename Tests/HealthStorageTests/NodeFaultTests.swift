internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// A record of the node, an entry of the audit and the erasure of everything in one commit, on a disk
/// that fails at one operation after the other: all of it is there, or nothing.
struct NodeFaultTests {
  private static let record: [UInt8] = [7, 7, 7]
  private static let entry = AuditEntry(at: 5, event: "paired", subject: "K7QM")
  private static let samples = (0..<40).map { Sample.steps($0, start: Double($0)) }

  /// A store with samples, a deletion and a record, closed and in one file.
  private static func makeStore() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    do {
      var store = try StoreFixture(folder, incarnation: 1)
      try store.save(samples)
      try store.delete([samples[1].uuid])
      try store.commit(.setNodeRecord(key: "trust", body: [1]))
      try store.writer.checkpoint()
    }
    return try folder.read("store.db")
  }

  /// Erases the store until something fails; whether that was acknowledged.
  private static func run(_ folder: TemporaryFolder, _ vfs: FaultVFS) -> Bool {
    var isErased = false
    do {
      var store = try StoreFixture(folder, incarnation: 2, vfs: vfs.name)
      try store.writer.commitTogether(
        [.eraseHistory, .setNodeRecord(key: "trust", body: record), .noteAudit(entry)], at: 0)
      isErased = true
      try store.maintain()
      try store.writer.checkpoint()
    } catch {
      // Where it stopped is the answer.
    }
    return isErased
  }

  private static func check(
    _ folder: TemporaryFolder, isErased: Bool, _ comment: Comment
  ) throws {
    var store = try StoreFixture(folder, incarnation: 3)
    #expect(try store.findings() == [], comment)
    let trust = try store.reader.tables.node.record("trust")
    let audit = try store.reader.tables.node.audit(latest: 9)
    let state = store.writer.state
    // What was in flight may have become durable before its acknowledgement was lost.
    if state.erased > 0 {
      #expect(trust == record, comment)
      #expect(audit == [entry], comment)
      #expect(state.types.isEmpty && state.vector == VersionVector(), comment)
      #expect(state.horizon == state.head && state.head == state.erased, comment)
    } else {
      #expect(!isErased, comment)
      #expect(trust == [1], comment)
      #expect(audit == [], comment)
      #expect(try store.uuids(SampleQuery(.stepCount)).count == 39, comment)
    }
    // And it goes on, under a life of its own.
    let before = Set(state.epochs.map(\.incarnation))
    try store.save([.steps(777, start: 500)])
    #expect(store.writer.state.writer.map(before.contains) == false, comment)
    #expect(try store.uuids(SampleQuery(.stepCount)).contains(Sample.steps(777).uuid), comment)
    try store.maintain()
    #expect(try store.findings() == [], comment)
  }

  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `after a fault anywhere all of it is there, or nothing`(fault: FaultVFS.Fault) throws {
    let made = try Self.makeStore()
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      try folder.write(made, to: "store.db")
      let isErased = Self.run(folder, try FaultVFS(plan: plan, fault: fault))
      if !plan.hasStruck { #expect(isErased) }
      try Self.check(folder, isErased: isErased, "\(fault) at operation \(plan.number ?? 0)")
    }
    #expect(struck > 50)
  }

  @Test(arguments: [0, 0.5])
  func `after a power cut anywhere all of it is there, or nothing`(keeping: Double) throws {
    let made = try Self.makeStore()
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      try folder.write(made, to: "store.db")
      let vfs = try FaultVFS(plan: plan, fault: .powerLoss)
      let isErased = Self.run(folder, vfs)
      let seed = UInt64(plan.number ?? 0) &* 37
      try vfs.restorePower(keeping: keeping, seed: seed)
      if !plan.hasStruck { #expect(isErased) }
      try Self.check(
        folder, isErased: isErased,
        "operation \(plan.number ?? 0), keeping \(keeping), seed \(seed)")
    }
    #expect(struck > 50)
  }

  /// The writer lives on: what failed is as if it had never been asked for, and can be asked again.
  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `a writer goes on after an erasure that failed`(fault: FaultVFS.Fault) throws {
    var failures = 0
    try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      let comment: Comment = "\(fault) at write or sync \(plan.number ?? 0)"
      let vfs = try FaultVFS(plan: plan, fault: fault, on: [.write, .sync, .truncate])
      do {
        var store = try StoreFixture(folder, incarnation: 1, vfs: vfs.name)
        try store.save(Self.samples)
        let changes: [Change] = [.eraseHistory, .setNodeRecord(key: "trust", body: Self.record)]
        let snapshot = store.writer.snapshot()
        do {
          try store.writer.commitTogether(changes, at: 0)
        } catch {
          failures += 1
          #expect(try store.uuids(SampleQuery(.stepCount), in: snapshot).count == 40, comment)
          #expect(try store.reader.tables.node.record("trust") == nil, comment)
          #expect(store.writer.state.writer == Incarnation(rawValue: 1), comment)
          try store.writer.commitTogether(changes, at: 0)
        }
        #expect(throws: StorageError.self, comment) {
          try store.uuids(SampleQuery(.stepCount), in: snapshot)
        }
        #expect(store.writer.state.types.isEmpty, comment)
        #expect(try store.reader.tables.node.record("trust") == Self.record, comment)
        try store.save(Self.samples)
        #expect(try store.findings() == [], comment)
      } catch {
        // Opening the store, or the first save, may be what fails.
        let isExpected = error is StorageError || error is SQLiteError
        #expect(isExpected, "\(comment): \(error)")
      }
    }
    #expect(failures > 2)
  }
}
