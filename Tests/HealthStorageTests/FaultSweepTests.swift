internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// A store whose disk fails at one operation after the other: nothing acknowledged is lost, nothing
/// is there by half.
struct FaultSweepTests {
  /// What is done to the store, and what every step of it promised.
  struct Script {
    /// The changes of each commit, made so that each has a sign of its own in the end.
    static let commits: [[Change]] = [
      [.save(Change.Save(SampleRun.grouping((0..<40).map { .steps($0, start: Double($0)) })))],
      [
        .save(Change.Save([SampleRun(random(1)), SampleRun(.steps(50))])),
        .delete(Change.Deletion(.uuids([Sample.steps(3).uuid]))),
        .save(Change.Save([SampleRun(random(2))])),
        .setGrant(Grant(share: .authorized, read: .authorized), app: "app", type: .stepCount),
      ],
      [.delete(Change.Deletion(.matching(.stepCount, .start(.less, 10)), owner: "app.one"))],
      [.prune(Change.Prune(before: 80, licence: .unpaired))],
      [
        .replace(
          Change.Deletion(.uuids([random(1).uuid])), Change.Save([SampleRun(.steps(60, start: 90))])
        )
      ],
    ]

    private static func random(_ number: UInt64) -> Sample {
      var sample = Sample.steps(number, start: 200)
      sample.uuid = SampleUUID(high: number << 40, low: number)
      sample.type = .bodyMass
      sample.value = .quantity(Quantity(80, .gram(.kilo)))
      return sample
    }

    /// What the store shows after `count` commits, as a plain store says.
    static func expected(after count: Int) -> Set<SampleUUID> {
      var reference = ReferenceStore(incarnation: Incarnation(rawValue: 1))
      for change in commits.prefix(count).joined() { _ = reference.apply(change) }
      return Set(reference.rows.filter(\.isLive).map(\.sample.uuid))
    }
  }

  /// Opens the store and does the script until something fails; how many commits were acknowledged.
  private static func run(_ folder: TemporaryFolder, _ vfs: FaultVFS) -> Int {
    var acknowledged = 0
    do {
      var store = try StoreFixture(folder, incarnation: 1, vfs: vfs.name)
      for changes in Script.commits {
        for result in store.writer.commit(changes, at: 0) { _ = try result.get() }
        acknowledged += 1
      }
      try store.maintain()
      try store.writer.checkpoint()
    } catch {
      // Where it stopped is the answer.
    }
    return acknowledged
  }

  private static func check(
    _ folder: TemporaryFolder, acknowledged: Int, _ comment: Comment
  ) throws {
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(try store.findings() == [], comment)
    var found: Set<SampleUUID> = []
    for type in store.writer.state.types.keys {
      found.formUnion(try store.uuids(SampleQuery(type)))
    }
    // The one in flight may have become durable before its acknowledgement was lost.
    let permitted = [acknowledged, min(acknowledged + 1, Script.commits.count)]
      .map { Script.expected(after: $0) }
    let shown = (0...Script.commits.count).filter { Script.expected(after: $0) == found }
    #expect(
      permitted.contains(found), "\(comment): \(acknowledged) acknowledged, it shows \(shown)")
    // And it goes on.
    try store.save([.steps(777, start: 500)])
    #expect(try store.uuids(SampleQuery(.stepCount)).contains(Sample.steps(777).uuid), comment)
    try store.maintain()
    #expect(try store.findings() == [], comment)
  }

  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `a fault anywhere loses nothing acknowledged`(fault: FaultVFS.Fault) throws {
    let struck = try failingEachOperation(stride: 3) { plan in
      let folder = try TemporaryFolder()
      let acknowledged = Self.run(folder, try FaultVFS(plan: plan, fault: fault))
      if !plan.hasStruck { #expect(acknowledged == Script.commits.count) }
      try Self.check(
        folder, acknowledged: acknowledged, "\(fault) at operation \(plan.number ?? 0)")
    }
    #expect(struck > 50)
  }

  @Test(arguments: [0, 0.5])
  func `power lost anywhere loses nothing acknowledged`(keeping: Double) throws {
    let struck = try failingEachOperation(stride: 3) { plan in
      let folder = try TemporaryFolder()
      let vfs = try FaultVFS(plan: plan, fault: .powerLoss)
      let acknowledged = Self.run(folder, vfs)
      let seed = UInt64(plan.number ?? 0) &* 31
      try vfs.restorePower(keeping: keeping, seed: seed)
      if !plan.hasStruck { #expect(acknowledged == Script.commits.count) }
      try Self.check(
        folder, acknowledged: acknowledged,
        "operation \(plan.number ?? 0), keeping \(keeping), seed \(seed)")
    }
    #expect(struck > 50)
  }

  /// The writer lives on after a commit that failed, and its neighbours in time are whole.
  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `a writer goes on after a commit that failed`(fault: FaultVFS.Fault) throws {
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      let comment: Comment = "\(fault) at write or sync \(plan.number ?? 0)"
      var kept: Set<SampleUUID> = []
      do {
        let vfs = try FaultVFS(plan: plan, fault: fault, on: [.write, .sync, .truncate])
        var store = try StoreFixture(folder, incarnation: 1, vfs: vfs.name)
        for commit in 0..<4 {
          let samples = (0..<20).map { Sample.steps(UInt64(commit * 20 + $0)) }
          let change = Change.save(Change.Save(SampleRun.grouping(samples)))
          switch try #require(store.writer.commit([change], at: 0).first) {
          case .success: kept.formUnion(samples.map(\.uuid))
          case .failure(let error):
            // Even a full disk can show itself at a sync, which SQLite tells as an I/O error.
            let code = (error as? StorageError)?.code
            #expect(code == .unavailable || (fault == .full && code == .full), comment)
            // Refused as a whole, so it can be tried again.
            try store.commit(change)
            kept.formUnion(samples.map(\.uuid))
          }
          #expect(Set(try store.uuids(SampleQuery(.stepCount))) == kept, comment)
        }
        #expect(try store.findings() == [], comment)
      } catch {
        // Opening the store may be what fails, and then nothing was promised.
        #expect(kept.isEmpty, "\(comment): \(error)")
      }
      var store = try StoreFixture(folder, incarnation: 2)
      #expect(Set(try store.uuids(SampleQuery(.stepCount))).isSuperset(of: kept), comment)
      #expect(try store.findings() == [], comment)
    }
    #expect(struck > 10)
  }
}
