internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

extension `A full disk` {
  /// A store of 200 MB: documents, which are soon made, and samples.
  private func makeBigStore() async throws {
    let store = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "App"))
    let bytes = [UInt8](repeating: 7, count: 20 << 20)
    for _ in 0..<10 {
      let document = Document(
        title: "", patientName: "", authorName: "", custodianName: "",
        byteCount: Int64(bytes.count))
      let sample = Sample(
        uuid: uuids.take(for: .cda), type: .cda, start: 0, end: 0,
        value: .object(.document(document)),
        source: source)
      try await store.commit(
        .save(Change.Save([SampleRun(sample)], documents: [sample.uuid: bytes])))
    }
    try await store.close()
  }

  private func end(_ daemon: RunningDaemon) throws {
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }

  @Test func `under a big store is told, and a deletion gives nearly all of it back`() async throws
  {
    let big = try `A full disk`(megabytes: 224)
    let elsewhere = try TemporaryFolder()
    let metrics = ["--metrics-file", elsewhere.file("metrics.prom")]
    try await big.makeBigStore()
    try big.disk.fill(leaving: 3 << 20)
    let stored: Int
    do {
      let daemon = try RunningDaemon(in: big.disk.folder, metrics)
      let told = try big.saveInVain(0..<60_000)
      try big.disk.fill()
      // A node learns of a full disk by a change: a small one may still have found room after a large one.
      let more = try big.saveInVain(200_000..<260_000)
      stored = try big.count()
      #expect(stored == told + more + 10)
      #expect(try big.dyad("status", "--json").output.contains("\"diskFull\":true"))
      try end(daemon)
      let figures = String(decoding: try elsewhere.read("metrics.prom"), as: UTF8.self)
      #expect(figures.contains("dyad_disk_full 1"))
    }
    let killed = try RunningDaemon(in: big.disk.folder)
    #expect(try big.count() == stored)
    killed.program.crash()
    _ = try? killed.program.finish()
    let daemon = try RunningDaemon(in: big.disk.folder, metrics)
    #expect(try big.count() == stored)
    let deleted = try big.dyad("delete", ObjectType.cda.identifier, "--all", "--yes")
    #expect(deleted.exitCode == 0, "\(deleted.errors)")
    #expect(try big.disk.freeBytes() > 200 << 20)
    let saved = try big.dyad("save", input: Self.lines(100_000..<104_000))
    #expect(saved.exitCode == 0, "\(saved.errors)")
    #expect(try big.count() == stored - 10 + 4_000)
    #expect(try big.dyad("status", "--json").output.contains("\"diskFull\":false"))
    let verified = try big.dyad("verify")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    try end(daemon)
    let figures = String(decoding: try elsewhere.read("metrics.prom"), as: UTF8.self)
    #expect(figures.contains("dyad_disk_full 0"))
  }
}
