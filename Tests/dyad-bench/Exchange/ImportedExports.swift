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
    guard measured.allSatisfy({ $0.count == 7 }) else {
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
    // The same where something asks for it to be read and compared.
    bench.report.add(
      Figure(
        "import-xml-compared", .milliseconds, ours: median(2) * 1_000, peer: median(0) * 1_000))
    bench.report.add(
      Figure("export-xml", .milliseconds, ours: median(3) * 1_000, peer: median(4) * 1_000))
    bench.report.add(
      Figure("import-xml-memory", .megabytes, ours: median(5), goal: .atMost(mostMegabytes)))
    bench.report.add(
      Figure(
        "import-xml-size", .bytesPerSample, ours: median(6) / Double(count),
        goal: .atMost(mostBytes)))
  }

  /// Imports an export into a store of its own: seconds for it, for the same once more, and for the same read and
  /// compared; for an export of all of it, and for a copy of that; peak memory, bytes of the store.
  static func measure(_ path: String) async throws -> String {
    // As 'dyad import' does.
    SystemCore.ProcessMemory.shareHeap()
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.file("state"))
    let store = try await LocalStore.open(location)
    let data = EmbeddedAccess(OwnerSession(store))
    var entropy = Entropy()
    var seconds: [Double] = []
    for readsAgain in [false, false, true] {
      var importer = try await Importer(
        path, into: data, uuids: UUIDSequence(using: &entropy), .init(readsAgain: readsAgain))
      let start = ContinuousClock.now
      let summary = try await importer.run { _ in true }
      seconds.append(Measure.seconds(start.duration(to: .now)))
      guard (summary.total.saved > 0) == (seconds.count == 1), summary.lossCount == 0 else {
        throw BenchError("the import saves what it should not, or loses something")
      }
    }
    let memory = try ProcessMemory.peakMegabytes()
    seconds.append(try await export(data, to: folder.file("out.xml")))
    seconds.append(
      try Measure.seconds { try copy(folder.file("out.xml"), to: folder.file("copy.xml")) })
    try await store.maintain()
    try await store.close()
    let bytes = try FileSystem.size(of: location.database)
    return (seconds + [memory, Double(bytes)]).map { "\($0)" }.joined(separator: " ")
  }

  private static func export(_ data: any OwnerAccess, to path: String) async throws -> Double {
    let file = try UnfinishedFile(path, replaces: false)
    let form = try AppleExportForm(at: 800_000_000, offset: 0, profile: [], file.write)
    let all = try await data.counts().mapValues { _ in Predicate.constant(true) }
    var exporter = Exporter(data, as: form, all)
    let start = ContinuousClock.now
    try await exporter.run { _ in }
    try file.finish()
    return Measure.seconds(start.duration(to: .now))
  }

  /// As `cp` does, and on the disk when it returns.
  private static func copy(_ path: String, to other: String) throws {
    var reader = try PieceReader(path)
    try FileSystem.createFile(other) {
      let piece = try reader.next(256 << 10)
      return piece.isEmpty ? nil : piece
    }
  }
}
