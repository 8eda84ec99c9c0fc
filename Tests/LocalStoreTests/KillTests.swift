internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

/// A process that is killed while it saves.
struct KillTests {
  @Test func `a killed process loses nothing it was told is saved`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.path)
    var random = SeededGenerator(seed: 7)
    var told: Set<SampleUUID> = []
    var incarnations: [Incarnation] = []
    for round in 1...5 {
      told.formUnion(try Self.run(folder.path, saves: 1 + Int(random.next() % 200)))
      let store = try await LocalStore.open(location)
      let found = try await store.samples(SampleQuery(.stepCount)).all().flatMap(\.uuids)
      #expect(Set(found).isSuperset(of: told), "round \(round), \(random)")
      #expect(Set(found).count == found.count, "round \(round), \(random)")
      // Each of four tasks may have had one save in flight.
      #expect(found.count <= told.count + 4 * round, "round \(round), \(random)")
      #expect(try await store.verify().findings == [], "round \(round), \(random)")
      incarnations.append(try #require(store.state.epochs.last?.incarnation))
    }
    #expect(Set(incarnations).count == incarnations.count)
  }

  /// Lets the writer save until it has told of `saves`, kills it, and returns all it told of.
  private static func run(_ folder: String, saves: Int) throws -> Set<SampleUUID> {
    let child = try ChildProcess("store-writer", [folder])
    var output: [UInt8] = []
    while output.count < saves * 37 {
      let more = child.read()
      try #require(!more.isEmpty, "the writer ended by itself")
      output += more
    }
    child.kill()
    while case let more = child.read(), !more.isEmpty { output += more }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return Set(lines.compactMap { SampleUUID(String($0)) })
  }
}
