internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

struct RunTests {
  @Test func `samples are read as they were told`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SampleGenerator(seed: seed, incarnation: 5)
      let samples = generator.samples(40)
      let bytes = Message.batch(samples).encoded()
      let batch = try Message("SyncMessage", decoding: bytes)["batch"]
      let read = try batch["runs"].items.flatMap { run in try Run.samples(run) }
      #expect(Set(read.map(\.dot)) == Set(samples.map(\.dot)))
      // Bodies come back as the same fields: equal values.
      #expect(Set(read) == Set(samples), "seed \(seed)")
    }
  }

  @Test func `objects with members and documents with pieces can be told`() throws {
    let pressure = Sample.bloodPressure(3, 1)
    let document = Sample.document(3, 2, bytes: [1, 2, 3, 4, 5], pieceLength: 2)
    #expect(document.pieces.map { $0["bytes"].data } == [[1, 2], [3, 4], [5]])
    for sample in pressure + [document.sample, .workout(3, 4)] {
      #expect(try Run.samples(Run.value([sample])) == [sample])
    }
    guard case .body(let body) = pressure[2].payload else {
      Issue.record("a correlation has a body")
      return
    }
    #expect(try Body.members(body["correlation"]).map(\.uuid) == pressure[..<2].map(\.uuid))
  }

  @Test func `runs that break a rule are refused`() throws {
    var generator = SampleGenerator(seed: 3, incarnation: 5)
    let samples = generator.samples(40).filter { $0.type == Sample.heartRateType }
    let valid = Run.value(samples)
    _ = try Run.samples(valid)
    func refuses(_ change: (inout Value) -> Void, _ line: SourceLocation = #_sourceLocation) {
      var broken = valid
      change(&broken)
      #expect(throws: ModelError.self, sourceLocation: line) { _ = try Run.samples(broken) }
    }
    refuses { $0["count"] = 4097 }
    refuses { $0["uuids"] = Column.uuids([UUID](repeating: samples[0].uuid, count: samples.count)) }
    refuses { $0["ends"] = Column.times(samples.map { $0.start - 1 }) }
    refuses { $0["quantities"] = .absent }
    refuses { $0["quantities"]["units"] = ["a", "a"] }
    refuses { $0["quantities"]["values"]["raw"][0] = .double(.infinity) }
    refuses { $0["quantities"]["unit_indexes"]["values"][0] = 1 }
    refuses { $0["sources"].append(["bundle_identifier": "unused"]) }
    refuses { $0["sources"][0]["name"] = "a\u{0}" }
    refuses { $0["devices"].append($0["devices"][0]) }
    refuses { $0["metadata"].append($0["metadata"][0]) }
    refuses { $0["metadata"][0]["kinds"]["values"][0] = 6 }
    refuses { $0["metadata"][0]["rows"]["values"][0] = 4000 }
    refuses { $0["dots"] = .absent }
    refuses { $0["positions"] = Column.counters(samples.map { Int64($0.dot.number) }) }
  }

  // What HealthCodecTests has of a small batch: four heart rates of incarnations 7 and 9.
  @Test func `a real batch is read`() throws {
    let message = try Message("SyncMessage", decoding: RealMessages.batch.bytes)
    #expect(message.encoded() == RealMessages.batch.bytes)
    let batch = message["batch"]
    let samples = try Run.samples(batch["runs"][0])
    #expect(
      samples.map(\.dot) == [Dot(7, "T", 10), Dot(7, "T", 11), Dot(9, "T", 10), Dot(9, "T", 11)])
    #expect(samples.map(\.start) == [0, 5, 10, 15])
    #expect(samples.map(\.end) == [1, 6, 10, 15.5])
    #expect(
      samples.map(\.payload)
        == [60, 61, 62.5, 63].map { Sample.Payload.quantity($0, unit: "count/min") })
    #expect(samples.map(\.source.bundle) == ["a", "b", "a", "a"])
    #expect(samples.map(\.device) == [nil, ["name": "D"], nil, nil])
    #expect(samples[1].metadata == ["HKWasUserEntered": .init(.bool, true)])
    #expect(samples[3].metadata == ["HKWasUserEntered": .init(.string, "x")])
    let covers = try Vector(batch["covers"])
    #expect(covers[Stream(9, "T")].ranges == [10...99])
    #expect(covers[Stream(7, "T")].ranges == [10...11])
    // 64, two intervals, the documents' 4 bytes; the run: 128 + 1, four rows, two sources
    // (16 + 1 + 1 + 1), a device (16 + 8 + 1), a unit, and a column (64 + 16 + 2 * 8 + 24 + 17).
    #expect(
      try Weight.batch(batch)
        == 64 + 16 + 4 + (129 + 256 + 38 + 25 + 64) + (64 + 16 + 16 + 24 + 17))
  }

  @Test func `real deaths are read`() throws {
    let message = try Message("SyncMessage", decoding: RealMessages.log.bytes)
    let runs = message["batch"]["deletions"].items
    let deaths = try runs.flatMap { run in try Deletions.deaths(run) }
    #expect(deaths.count == 4)
    #expect(Set(deaths.map(\.dot.incarnation)) == [7, 9])
    #expect(try Deletions.deaths(Deletions.value(deaths)) == deaths)
    #expect(message["batch"]["log"]["end"]["position"] == 6)
    #expect(try Weight.message(message) == 64 + 40 * 4)
  }
}
