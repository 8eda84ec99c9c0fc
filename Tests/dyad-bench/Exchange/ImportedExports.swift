internal import HealthExchange
internal import HealthModel
internal import LocalStore
internal import StoreAccess
internal import SystemCore
internal import TestSupport

/// Imports of a generated export, beside a bare parse of it by the same library.
enum ImportedExports {
  private static let mostMegabytes = 64.0
  private static let mostBytes = 8.0

  static func run(_ bench: Bench) throws {
    let count = bench.arguments.size
    let export = try GeneratedExport(records: count, seed: bench.arguments.seed)
    var parsed: [Double] = []
    var measured: [[Double]] = []
    for round in 0..<bench.arguments.rounds {
      func ours() throws {
        let output = try ChildProcess.output(of: ["--import-child", "--store", export.path])
        measured.append(output.split { $0.isWhitespace }.compactMap { Double($0) })
      }
      if round.isMultiple(of: 2) { try ours() }
      parsed.append(try Measure.seconds { _ = try BareParse.elements(of: export.path) })
      if !round.isMultiple(of: 2) { try ours() }
    }
    guard measured.allSatisfy({ $0.count == 4 }) else {
      throw BenchError("the import prints no figures")
    }
    let parse = Measure.median(parsed) * 1_000
    func median(_ index: Int) -> Double { Measure.median(measured.map { $0[index] }) }
    bench.report.add(
      Figure(
        "import-xml", .milliseconds, ours: median(0) * 1_000, peer: parse, goal: .times(1 / 1.5)))
    // The export is an unchanged one, of which nothing is to be saved.
    bench.report.add(
      Figure(
        "import-xml-again", .milliseconds, ours: median(1) * 1_000, peer: median(0) * 1_000,
        goal: .times(10)))
    bench.report.add(
      Figure("import-xml-memory", .megabytes, ours: median(2), goal: .atMost(mostMegabytes)))
    bench.report.add(
      Figure(
        "import-xml-size", .bytesPerSample, ours: median(3) / Double(count),
        goal: .atMost(mostBytes)))
  }

  /// Imports an export twice into a store of its own: seconds for each, peak memory, bytes of the store.
  static func measure(_ path: String) async throws -> String {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.file("state"))
    let store = try await LocalStore.open(location)
    let data = EmbeddedAccess(OwnerSession(store))
    var entropy = Entropy()
    var seconds: [Double] = []
    for round in 0..<2 {
      var importer = try await Importer(
        path, into: data, uuids: UUIDSequence(using: &entropy), .init(readsAgain: true))
      let start = ContinuousClock.now
      let summary = try await importer.run { _ in true }
      seconds.append(Measure.seconds(start.duration(to: .now)))
      guard (summary.total.saved == 0) == (round == 1), summary.lossCount == 0 else {
        throw BenchError("the import saves what it should not, or loses something")
      }
    }
    try await store.maintain()
    try await store.close()
    let bytes = try FileSystem.size(of: location.database)
    return "\(seconds[0]) \(seconds[1]) \(try ProcessMemory.peakMegabytes()) \(bytes)"
  }
}
