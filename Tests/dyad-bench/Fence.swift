internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import HealthExchange
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import StoreAccess
internal import SyncCore
internal import Synchronization
internal import SystemCore
internal import TestSupport

/// The hot paths, for `Tools/fence`, which counts the instructions between two marks.
enum Fence {
  /// As many samples as most paths begin with: three days of heart rates.
  private static let samples = 50_000

  /// Runs all of them.
  static func run() async throws {
    try bulkSaves()
    try await singleSaves()
    let (store, uuids) = try filledStore()
    try questions(store, uuids)
    try statistics(store)
    try syncedBatches(store)
    try await calls()
    try await exports()
    try await lines()
  }

  /// Does something so many times between two marks, and says its name and how often, in the order of the marks.
  private static func count(_ name: String, _ count: Int, _ body: () throws -> Void) throws {
    markOfFence()
    try body()
    markOfFence()
    print("fence", name, count)
  }

  private static func count(
    _ name: String, _ count: Int, _ body: () async throws -> Void
  ) async throws {
    markOfFence()
    try await body()
    markOfFence()
    print("fence", name, count)
  }

  private static func filledStore() throws -> (store: OwnStore, uuids: [SampleUUID]) {
    let store = try OwnStore()
    var rates = try HeartRates(.own, seed: 1)
    var uuids: [SampleUUID] = []
    while uuids.count < samples {
      let run = try rates.next(min(BulkSaves.samplesPerSave, samples - uuids.count))
      uuids += run.uuids
      try store.commit(.save(Change.Save([run])))
    }
    return (store, uuids)
  }

  private static func bulkSaves() throws {
    let store = try OwnStore()
    var rates = try HeartRates(.own, seed: 1)
    let runs = try (0..<24).map { _ in try rates.next(BulkSaves.samplesPerSave) }
    for run in runs[..<8] { try store.commit(.save(Change.Save([run]))) }
    try count("save-bulk", 16 * BulkSaves.samplesPerSave) {
      for run in runs[8...] { try store.commit(.save(Change.Save([run]))) }
    }
  }

  private static func singleSaves() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    var rates = try HeartRates(.own, seed: 1)
    let runs = try (0..<600).map { _ in try rates.next(1) }
    try await withTaskExecutorPreference(store.savers) {
      for run in runs[..<200] { _ = try await store.commit(.save(Change.Save([run]))) }
      try await count("save-single", 400) {
        for run in runs[200...] { _ = try await store.commit(.save(Change.Save([run]))) }
      }
    }
    try await store.close()
  }

  private static func questions(_ store: OwnStore, _ uuids: [SampleUUID]) throws {
    let snapshot = store.writer.snapshot()
    func day(_ index: Int) throws {
      let from = Queries.dayStart(index)
      let query = SampleQuery(.heartRate, where: Queries.ends(from, from + 86_400))
      try Queries.expect(try store.count(query, in: snapshot), atLeast: 17_000)
    }
    for index in 0..<2 { try day(index) }
    try count("query-range", 10) { for index in 0..<10 { try day(index % 2) } }
    func one(_ index: Int) throws {
      let uuid = uuids[index * 7_919 % uuids.count]
      let query = SampleQuery(.heartRate, where: .uuid(UUIDSet([uuid])))
      try Queries.expect(try store.count(query, in: snapshot), atLeast: 1)
    }
    for index in 0..<50 { try one(index) }
    try count("query-uuid", 400) { for index in 50..<450 { try one(index) } }
  }

  private static func statistics(_ store: OwnStore) throws {
    let snapshot = store.writer.snapshot()
    let query = StatisticsQuery(
      .heartRate, .discrete, edges: StatisticsRows.edges(.rates, samples))
    let order = try SourceOrder(of: .heartRate, [HeartRates.source.source.bundleIdentifier])
    func ask() throws {
      try store.reopenReader()
      var answer = try StatisticsReader(
        query, by: order, seeing: .everything, in: snapshot, from: &store.reader.tables)
      while try answer.advance(from: &store.reader.tables) {}
      try Queries.expect(answer.statistics.count, atLeast: 3)
    }
    try ask()
    try count("stats-daily", 10 * samples) { for _ in 0..<10 { try ask() } }
  }

  private static func syncedBatches(_ phone: OwnStore) throws {
    let watch = try OwnStore(beginning: Incarnation(rawValue: 2))
    let pair = try SyncPair(phone: phone, watch: watch)
    try count("sync", samples) { try pair.connect() }
    try Queries.expect(Int(watch.sync.count(of: .heartRate)), atLeast: samples)
  }

  private static func calls() async throws {
    let payload = [UInt8](repeating: 0x2a, count: 32)
    try await OwnPair.withClient(of: EchoService.router(), usesTLS: false) { client in
      for _ in 0..<100 { _ = try await client.call(EchoService.echo, payload) }
      try await count("rpc-unary", 400) {
        for _ in 0..<400 { _ = try await client.call(EchoService.echo, payload) }
      }
    }
  }

  private static func exports() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    var rates = try HeartRates(.own, seed: 1)
    _ = try await store.commit(.save(Change.Save([try rates.next(2_500)])))
    let data = EmbeddedAccess(OwnerSession(store))
    func export() async throws {
      var bytes = 0
      let form = try AppleExportForm(at: 800_000_000, offset: 0, profile: []) { bytes += $0.count }
      var exporter = Exporter(data, as: form, [.heartRate: .constant(true)])
      try await exporter.run { _ in }
      try Queries.expect(bytes, atLeast: 250_000)
    }
    try await export()
    try await count("export-xml", 2_500) { try await export() }
    try await store.close()
  }

  /// Lines of JSON in and out, as `dyad` reads and prints them.
  private static func lines() async throws {
    let folder = try TemporaryFolder()
    let lines = (0..<2_000).map { index in
      #"{"type":"heartRate","value":\#(60 + index % 90),"unit":"count/min","start":\#(5 * index),"#
        + #""metadata":{"HKMetadataKeyHeartRateMotionContext":\#(index % 3)}}"#
    }
    func write(_ lines: [String]) throws -> String {
      let file = folder.file("lines.\(lines.count)")
      try FileSystem.replaceFile(file, Array((lines.joined(separator: "\n") + "\n").utf8))
      return file
    }
    func dyad(_ words: String...) async throws {
      guard await Program.program().run(["--state", folder.file("state")] + words) == .success
      else { throw BenchError("cannot run \(words)") }
    }
    try await dyad("save", write([lines[0]]))
    let file = try write(lines)
    try await count("json-in", lines.count) { try await dyad("save", file) }
    try await count("json-out", lines.count) { try await dyad("query", "heartRate", "--json") }
  }
}

/// Callgrind writes what it counted, and counts from 0 again, where this is called.
@c(dyad_fence_mark) @inline(never)
func markOfFence() { marks.add(1, ordering: .relaxed) }

/// So that no compiler leaves the call out.
private let marks = Atomic(0)
