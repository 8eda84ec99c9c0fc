internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import Synchronization
internal import TestSupport
internal import Testing

/// What a commit will bring, as it is told before the disk has it.
struct ForetoldCommitTests {
  /// What a reader found of each commit that was foretold, at that moment.
  private final class Prophecy: CommitFollower {
    private let found = Mutex<[Set<SampleUUID>]>([])
    private let place = Mutex<(path: String, fresh: FreshBlocks)?>(nil)
    var all: [Set<SampleUUID>] { found.withLock { $0 } }
    var last: Set<SampleUUID>? { all.last }

    func follow(_ path: String, _ fresh: FreshBlocks) {
      place.withLock { $0 = (path, fresh) }
    }

    func lookAhead(to snapshot: Snapshot, changed types: Set<ObjectType>) {
      #expect(types == [.stepCount] && snapshot.isForetold)
      guard let place = place.withLock({ $0 }) else { return }
      read(snapshot, place.path, place.fresh)
    }

    /// Reads the changes as a connection of its own sees them.
    func read(_ snapshot: Snapshot, _ path: String, _ fresh: FreshBlocks) {
      do {
        var reader = try StoreReader(Connection(path: path, mode: .readOnly), fresh: fresh)
        let page = try ChangeReader(
          ChangeQuery([.stepCount]), as: .everything, in: snapshot, from: &reader.tables
        ).page(from: &reader.tables)
        found.withLock { $0.append(Set(page.added.flatMap(\.uuids))) }
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  private let folder: TemporaryFolder
  private let prophecy = Prophecy()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store(in folder: TemporaryFolder, on vfs: String? = nil) throws -> StoreWriter {
    let fresh = FreshBlocks()
    let path = folder.file("store.db")
    var writer = try StoreWriter(
      Connection(path: path, mode: .readWriteCreate, vfs: vfs),
      beginning: Incarnation(rawValue: 1), pins: PinnedGenerations(), fresh: fresh)
    prophecy.follow(path, fresh)
    writer.follower = prophecy
    return writer
  }

  private func save(_ counters: Range<UInt64>) -> Change {
    .save(Change.Save([.steps(counters)]))
  }

  @Test func `small commits can be read before they are made`() throws {
    var writer = try store(in: folder)
    var kept: Set<SampleUUID> = []
    var foretold = 0
    for number in 0..<40 as Range<UInt64> {
      let before = prophecy.all.count
      _ = try #require(writer.commit([save(number..<number + 1)], at: 0).first).get()
      kept.insert(.step(number))
      guard prophecy.all.count > before else { continue }
      foretold += 1
      #expect(prophecy.last == kept)
    }
    // What begins a type, or fills a segment, is more than its rows.
    #expect(foretold >= 36 && foretold < 40)
  }

  @Test func `what cannot be read yet is not foretold`() throws {
    var writer = try store(in: folder)
    _ = writer.commit([save(0..<3)], at: 0)
    _ = writer.commit([save(3..<4)], at: 0)
    #expect(prophecy.all.count == 1)
    for change in [
      Change.delete(Change.Deletion(.uuids([.step(1)]))), save(10..<5_000), .setCutoff(-5),
    ] {
      _ = try #require(writer.commit([change], at: 0).first).get()
    }
    #expect(prophecy.all.count == 1)
  }

  @Test(arguments: [FaultVFS.Fault.io, .full])
  func `what the disk refuses has not come to pass`(fault: FaultVFS.Fault) throws {
    var refusals = 0
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      var commits: UInt64 = 0
      do {
        let vfs = try FaultVFS(plan: plan, fault: fault, on: [.write, .sync])
        var writer = try store(in: folder, on: vfs.name)
        var kept: Set<SampleUUID> = []
        while commits < 4 {
          commits += 1
          let before = prophecy.all.count
          let result = writer.commit([save(commits..<commits + 1)], at: 0).first
          if case .success = try #require(result) {
            kept.insert(.step(commits))
          } else if prophecy.all.count > before {
            refusals += 1
            #expect(prophecy.last?.contains(.step(commits)) == true)
          }
          let isForetold = prophecy.all.count > before
          if isForetold, kept.contains(.step(commits)) { #expect(prophecy.last == kept) }
          #expect(writer.state.head == Int64(kept.count))
        }
      } catch {
        #expect(commits == 0, "\(error)")
      }
    }
    #expect(struck > 5)
    #expect(refusals > 0)
  }
}
