private import HealthModel
private import SyncCore
internal import SyncSimulation
internal import Testing

struct MemoryStoreTests {
  @Test(arguments: 0..<40)
  func `a store in memory keeps the contract of stores`(seed: UInt64) throws {
    var contract = StoreContract(seed: seed)
    var store = MemoryStore(role: .watch, beginning: Incarnation(rawValue: 99))
    try contract.check(&store, steps: 120)
  }

  @Test func `an end at the cutoff is saved and one before it is refused`() throws {
    var store = MemoryStore(role: .watch, beginning: Incarnation(rawValue: 1))
    try store.setFloor(1_000)
    try store.save(SampleUUID(base: 1, counter: 1), of: .stepCount, end: 1_000)
    #expect(throws: SimulationError.self) {
      try store.save(SampleUUID(base: 1, counter: 2), of: .stepCount, end: 999)
    }
    #expect(store.count(of: .stepCount) == 1)
  }

  @Test func `after an open the next dot has a new incarnation`() throws {
    var store = MemoryStore(role: .watch, beginning: Incarnation(rawValue: 1))
    let first = try store.save(SampleUUID(base: 1, counter: 1), of: .stepCount, end: 0)
    try store.commit()
    try store.open(beginning: Incarnation(rawValue: 2))
    let second = try store.save(SampleUUID(base: 1, counter: 2), of: .stepCount, end: 0)
    #expect(first.incarnation == Incarnation(rawValue: 1))
    #expect(second == Dot(incarnation: Incarnation(rawValue: 2), type: .stepCount, sequence: 1))
  }

  @Test func `what was not committed is gone after an open`() throws {
    var store = MemoryStore(role: .phone, beginning: Incarnation(rawValue: 1))
    try store.save(SampleUUID(base: 1, counter: 1), of: .stepCount, end: 0)
    try store.open(beginning: Incarnation(rawValue: 2))
    #expect(store.vector.isEmpty)
    #expect(store.count(of: .stepCount) == 0)
  }

  @Test(arguments: [false, true])
  func `a fault ends the process before or after its commit`(isAfter: Bool) throws {
    var store = MemoryStore(role: .phone, beginning: Incarnation(rawValue: 1))
    store.fault = StoreFault(commits: 1, isAfter: isAfter)
    try store.save(SampleUUID(base: 1, counter: 1), of: .stepCount, end: 0)
    try store.commit()
    try store.save(SampleUUID(base: 1, counter: 2), of: .stepCount, end: 0)
    #expect(throws: SimulationError.self) { try store.commit() }
    try store.open(beginning: Incarnation(rawValue: 2))
    #expect(store.count(of: .stepCount) == (isAfter ? 2 : 1))
  }

  @Test func `deleting one of two twins buries both`() throws {
    var store = MemoryStore(role: .phone, beginning: Incarnation(rawValue: 1))
    let uuid = SampleUUID(base: 1, counter: 1)
    let own = try store.save(uuid, of: .stepCount, end: 0)
    var run = try #require(foreignRun(of: uuid))
    var dots = DotColumn()
    dots.append(DotColumn.Span(incarnation: Incarnation(rawValue: 9), first: 1, count: 1))
    run.number(dots: dots, positions: CounterColumn(from: 1, count: 1))
    #expect(try store.insert(run).isEmpty)
    var dead = VersionVector()
    dead.insert(own)
    try store.bury(dead, at: 0)
    #expect(try store.live(among: store.vector).isEmpty)
    #expect(try store.tombstones(among: store.vector) == store.vector)
  }

  private func foreignRun(of uuid: SampleUUID) -> SampleRun? {
    SampleRun(
      type: .stepCount, uuids: [uuid], starts: [0], ends: [0],
      payload: .quantity(
        values: [1], units: DictionaryColumn(repeating: .count, count: 1)),
      sources: DictionaryColumn(
        repeating: SourceRevision(source: Source(bundleIdentifier: "app", name: "App")), count: 1),
      devices: DictionaryColumn(repeating: nil, count: 1))
  }
}
