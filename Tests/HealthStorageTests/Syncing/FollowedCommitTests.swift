internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Changes that are committed together with what the sync rules make of them.
struct FollowedCommitTests {
  private struct Stopped: Error {}

  private let folder: TemporaryFolder
  private let dots = VersionVector([.steps(50, 3), .steps(50, 4)])

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func save(_ counters: Range<UInt64>) -> Change {
    .save(Change.Save(SampleRun.grouping(counters.map { Sample.steps($0) })))
  }

  @Test func `what follows sees the changes, and both are one commit`() throws {
    var store = try StoreFixture(folder)
    let generation = store.writer.state.generation
    let dots = dots
    let (results, failure) = store.writer.commit([Self.save(0..<3)], at: 0) { sync in
      #expect(sync.head.position == 3)
      #expect(sync.count(of: .stepCount) == 3)
      #expect(sync.writer.state.head == 0)
      try sync.cover(dots)
    }
    #expect(failure == nil)
    #expect(try results[0].get().count == 3)
    #expect(store.writer.state.generation == generation + 1)
    #expect(store.sync.vector.isSuperset(of: dots))
    #expect(try store.rows().count == 3)
    #expect(try store.findings() == [])
  }

  @Test func `what is refused is refused alone`() throws {
    var store = try StoreFixture(folder)
    try store.commit(Self.save(0..<2))
    let dots = dots
    let (results, failure) = store.writer.commit(
      [Self.save(1..<3), Self.save(5..<6)], at: 0
    ) { try $0.cover(dots) }
    #expect(failure == nil)
    #expect(throws: ModelError.self) { try results[0].get() }
    #expect(try results[1].get().count == 1)
    #expect(try store.rows().count == 3)
    #expect(store.sync.vector.isSuperset(of: dots))
  }

  @Test func `rules that fail take nothing with them`() throws {
    var store = try StoreFixture(folder)
    let dots = dots
    let (results, failure) = store.writer.commit([Self.save(0..<3)], at: 0) { sync in
      try sync.cover(dots)
      throw Stopped()
    }
    #expect(failure is Stopped)
    #expect(try results[0].get().count == 3)
    #expect(try store.rows().count == 3)
    #expect(store.sync.vector.intersection(dots).isEmpty)
    #expect(try store.findings() == [])
    // The writer goes on.
    try store.commit(Self.save(3..<4))
    #expect(try store.rows().count == 4)
  }

  @Test(arguments: [false, true])
  func `rules that fail after they have committed save nothing twice`(goesOn: Bool) throws {
    var store = try StoreFixture(folder)
    let dots = dots
    let (results, failure) = store.writer.commit([Self.save(0..<3)], at: 0) { sync in
      try sync.commit()
      if goesOn { try sync.cover(dots) }
      throw Stopped()
    }
    #expect(failure is Stopped)
    #expect(try results[0].get().count == 3)
    #expect(try store.rows().count == 3)
    #expect(store.writer.state.head == 3)
    #expect(store.sync.vector.intersection(dots).isEmpty)
    #expect(try store.findings() == [])
    try store.commit(Self.save(3..<4))
    #expect(try store.rows().count == 4)
  }

  /// Where the disk fails once, the changes are committed by themselves, and are there once.
  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `a disk that fails loses nothing that was promised`(fault: FaultVFS.Fault) throws {
    var unfollowed = 0
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      let comment: Comment = "\(fault) at write or sync \(plan.number ?? 0)"
      var commits: UInt64 = 0
      do {
        let vfs = try FaultVFS(plan: plan, fault: fault, on: [.write, .sync, .truncate])
        var store = try StoreFixture(folder, vfs: vfs.name)
        var kept = 0
        while commits < 3 {
          let samples = (0..<20).map { Sample.steps(commits * 20 + $0) }
          commits += 1
          let dot = Dot.steps(50, commits)
          let (results, failure) = store.writer.commit(
            [.save(Change.Save(SampleRun.grouping(samples)))], at: 0
          ) { try $0.cover(VersionVector([dot])) }
          if failure != nil { unfollowed += 1 }
          if case .success = try #require(results.first) { kept += 20 }
          #expect(store.sync.vector.covers(dot) == (failure == nil), comment)
          #expect(try store.rows().count == kept, comment)
        }
        #expect(try store.findings() == [], comment)
      } catch {
        // Opening the store may be what fails, and then nothing was promised.
        #expect(commits == 0, "\(error)")
      }
    }
    #expect(struck > 5)
    #expect(unfollowed > 0)
  }
}
