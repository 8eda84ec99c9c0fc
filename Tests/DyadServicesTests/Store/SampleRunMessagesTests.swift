internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import Testing

@Suite struct SampleRunMessagesTests {
  private static func run(_ count: Int, text: String? = nil) -> SampleRun {
    var run = SampleRun(empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
    for row in 0..<count {
      run.append(
        Sample(
          uuid: SampleUUID(base: 1, counter: UInt64(row)), type: .heartRate, start: Double(row),
          end: Double(row), value: .quantity(Quantity(60, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "A"), version: "1"),
          metadata: text.map { ["key": .string("\(row) \($0)")] } ?? [:]))
    }
    return run
  }

  private static func number(_ run: inout SampleRun, positioned: Bool) {
    var dots = DotColumn()
    dots.append(.init(incarnation: Incarnation(rawValue: 5), first: 1, count: run.count))
    var positions = CounterColumn()
    for row in 0..<run.count { positions.append(Int64(row)) }
    run.number(dots: dots, positions: positions)
    if !positioned { run.dropPositions() }
  }

  @Test func `runs come back as they were said`() throws {
    let runs = [Self.run(3), Self.run(2, text: "t")]
    #expect(try SampleRun.runs(SampleRun.messages(of: runs)) == runs)
  }

  @Test func `what a store numbered is told without its numbers`() throws {
    var run = Self.run(3)
    Self.number(&run, positioned: true)
    #expect(try SampleRun.runs(SampleRun.messages(of: [run])) == [Self.run(3)])
  }

  @Test(arguments: [true, false]) func `runs that bring numbers are refused`(
    positioned: Bool
  ) throws {
    var run = Self.run(3)
    Self.number(&run, positioned: positioned)
    let message = try run.encoded()
    let error = try #require(throws: StoreWireError.self) { try SampleRun.runs([message]) }
    #expect(error.field.hasPrefix("runs[0]."))
  }

  @Test(arguments: [4_096, 4_097, 10_000]) func `long runs take several messages`(
    count: Int
  ) throws {
    let messages = try SampleRun.messages(of: [Self.run(count)])
    #expect(messages.count == (count + 4_095) / 4_096)
    let rows = try SampleRun.runs(messages).reduce(into: [SampleUUID]()) { $0 += $1.uuids }
    #expect(rows == Self.run(count).uuids)
  }

  @Test func `rows that hold much take messages of their own`() throws {
    let run = Self.run(300, text: String(repeating: "x", count: 16_000))
    let messages = try SampleRun.messages(of: [run])
    #expect(messages.allSatisfy { $0.count <= StoreBounds.runBytes })
    #expect(try SampleRun.runs(messages).map(\.count).reduce(0, +) == 300)
  }

  @Test func `what unpacks to more than a message may hold is refused`() throws {
    let message = try Self.run(4_096).encoded()
    let messages = Array(repeating: message, count: 200)
    #expect(messages.reduce(0) { $0 + $1.count } < 1 << 20)
    let error = try #require(throws: StoreWireError.self) { try SampleRun.runs(messages) }
    #expect(error == StoreWireError("runs", "they hold more than one message may"))
  }

  @Test func `records of the store's own are no samples`() throws {
    var members = Members()
    members.append(SampleUUID(high: 1, low: 2), of: .heartRate)
    let run = SampleRun(
      Sample(
        uuid: SampleUUID(high: 3, low: 4), type: .association, start: 0, end: 0,
        value: .object(.association(container: SampleUUID(high: 5, low: 6), members)),
        source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "A"))))
    let message = try run.encoded()
    let error = try #require(throws: StoreWireError.self) {
      try SampleRun.runs([message], field: "added")
    }
    #expect(error.field == "added[0].type")
    // But for an owner, who copies a store.
    #expect(try SampleRun.runs([message], field: "added", links: true) == [run])
  }

  @Test func `bytes that are no run name their field`() throws {
    let error = try #require(throws: StoreWireError.self) { try SampleRun.runs([[], [0xFF]]) }
    #expect(error.field.hasPrefix("runs["))
  }
}
