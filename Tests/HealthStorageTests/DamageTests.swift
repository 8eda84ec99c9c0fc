internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Bits that flip on the disk: reported, never served, never taken for a deletion.
struct DamageTests {
  /// Where a bit flips.
  enum Place: String, CaseIterable, Sendable {
    case block = "SELECT hex(body) FROM block ORDER BY id LIMIT 1"
    case directory = "SELECT hex(directory) FROM segment ORDER BY id LIMIT 1"
    case aggregates = "SELECT hex(aggregates) FROM segment ORDER BY id LIMIT 1"
    case deletions = "SELECT hex(body) FROM deletion LIMIT 1"
  }

  /// Makes a store of two types, with two segments of steps and a deletion, and empties its log.
  private static func makeStore(_ folder: TemporaryFolder) throws {
    var store = try StoreFixture(folder)
    try store.save((0..<300).map { .steps($0, start: Double($0) * 60) })
    try store.save((300..<600).map { .steps($0, start: Double($0) * 60) })
    var masses = (0..<300).map { Sample.steps($0, base: 8) }
    for index in masses.indices {
      masses[index].type = .bodyMass
      masses[index].value = .quantity(Quantity(Double(60 + index % 30), .gram(.kilo)))
    }
    try store.save(masses)
    try store.delete((590..<600).map { Sample.steps($0).uuid })
    try store.maintain()
    try store.writer.checkpoint()
  }

  private static func bytes(fromHex text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x41 ? $0 - 0x30 : $0 - 0x37 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Where the bytes lie in the file; `nil` unless in one piece and in one place only.
  private static func offset(of needle: ArraySlice<UInt8>, in file: [UInt8]) -> Int? {
    guard let first = needle.first else { return nil }
    let found = file.indices.filter { index in
      file[index] == first && index + needle.count <= file.count
        && file[index..<(index + needle.count)].elementsEqual(needle)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Flips one bit of the part; returns `false` where it is not in one piece there.
  private static func flip(
    _ place: Place, at part: Double, bit: UInt8, in folder: TemporaryFolder
  ) throws -> Bool {
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    let text = try connection.text(place.rawValue)
    let body = bytes(fromHex: try #require(text))
    let start = min(Int(Double(body.count) * part), body.count - 1)
    var file = try folder.read("store.db")
    // With what lies around it, so that no other part is taken for it.
    let context = max(0, start - 24)..<min(body.count, start + 24)
    guard let offset = offset(of: body[context], in: file) else { return false }
    file[offset + start - context.lowerBound] ^= 1 << bit
    try folder.write(file, to: "store.db")
    return true
  }

  @Test(arguments: Place.allCases)
  func `a flipped bit is reported and never served`(place: Place) throws {
    let made = try TemporaryFolder()
    try Self.makeStore(made)
    let sound = try made.read("store.db")
    var flips = 0
    for step in 0..<16 {
      let folder = try TemporaryFolder()
      try folder.write(sound, to: "store.db")
      let part = Double(step) / 16
      guard try Self.flip(place, at: part, bit: UInt8(step % 8), in: folder) else { continue }
      flips += 1
      let comment: Comment = "\(place) at \(part)"
      var store = try StoreFixture(folder, incarnation: 2)
      // Opening the store makes a directory anew from its blocks.
      #expect(try store.findings().count == (place == .directory ? 0 : 1), comment)

      // The other type, and what is not hit of this one, is as it was.
      #expect(try store.uuids(SampleQuery(.bodyMass)).count == 300, comment)
      let later = SampleQuery(.stepCount, where: .start(.greaterOrEqual, 300 * 60))
      switch place {
      case .block:
        let error = #expect(throws: StorageError.self, comment) {
          try store.uuids(SampleQuery(.stepCount, where: .start(.less, 60)))
        }
        #expect(error?.code == .damaged, comment)
      case .directory:
        #expect(store.writer.state.lost.isEmpty, comment)
        #expect(try store.uuids(SampleQuery(.stepCount)).count == 590, comment)
        #expect(try store.page(ChangeQuery([.bodyMass])).added.map(\.count) == [300], comment)
      case .aggregates: #expect(try store.uuids(SampleQuery(.stepCount)).count == 590, comment)
      case .deletions:
        #expect(try store.uuids(later).count == 290, comment)
        let error = #expect(throws: StorageError.self, comment) {
          try store.page(ChangeQuery([.stepCount]))
        }
        #expect(error?.code == .damaged, comment)
      }
      // Nothing of it is in the log as a deletion, and the vector still covers it.
      #expect(
        store.writer.state.vector.covers(
          Dot(incarnation: Incarnation(rawValue: 1), type: .stepCount, sequence: 1)), comment)
    }
    #expect(flips > 3)
  }

  @Test(arguments: [Place.block, .directory, .aggregates])
  func `saving goes on beside damage`(place: Place) throws {
    let folder = try TemporaryFolder()
    try Self.makeStore(folder)
    try #require(try Self.flip(place, at: 0.3, bit: 2, in: folder))
    var store = try StoreFixture(folder, incarnation: 2)
    // Enough for the segments at the end to merge, with the damaged one among them.
    for counter in 0..<40 { try store.save([.steps(10_000 + UInt64(counter), start: 1e6)]) }
    let query = SampleQuery(.stepCount, where: .start(.greaterOrEqual, 1e6))
    #expect(try store.uuids(query).count == 40)
    try store.delete([Sample.steps(10_003).uuid])
    try store.maintain()
    #expect(try store.uuids(query).count == 39)
    #expect(try store.findings().count == (place == .directory ? 0 : 1))
  }

  /// What finds UUIDs: our own, and others'.
  @Test(arguments: ["uuid_span SET first = first + 1", "uuid_page SET checksum = checksum + 1"])
  func `a change that meets damage of what finds UUIDs mends it and is made`(
    change: String
  ) throws {
    let folder = try TemporaryFolder()
    do {
      var store = try StoreFixture(folder)
      try store.save((0..<300).map { .steps($0, start: Double($0)) })
      try store.save((0..<300).map { .foreignSteps($0, start: Double($0)) })
      try store.maintain()
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE \(change)")
    var store = try StoreFixture(folder, incarnation: 2)
    try store.delete([Sample.steps(7).uuid, Sample.foreignSteps(8).uuid])
    #expect(try store.findings() == [])
    #expect(try store.uuids(SampleQuery(.stepCount)).count == 598)

    try folder.spoil("UPDATE \(change)")
    try store.save([.steps(1_000), .foreignSteps(1_000)])
    for known in [Sample.steps(9), .foreignSteps(9)] {
      #expect(throws: ModelError.self) { try store.save([known]) }
    }
    #expect(try store.findings() == [])
  }

  /// A row that is joined with another one, or extended, would get the checksum of what is wrong.
  @Test func `damage of the dead is not written anew as what is right`() throws {
    let folder = try TemporaryFolder()
    do {
      var store = try StoreFixture(folder)
      try store.save((0..<100).map { .steps($0, start: Double($0)) })
      try store.delete([Sample.steps(50).uuid])
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE dead_span SET first = first - 40")
    var store = try StoreFixture(folder, incarnation: 2)
    let said = [
      "1 row damaged of UUIDs of what was deleted: what they stand for may be saved again"
    ]
    #expect(try store.findings() == said)
    try store.delete([Sample.steps(51).uuid, Sample.steps(49).uuid, Sample.steps(7).uuid])
    #expect(try store.findings() == said)
    #expect(throws: ModelError.self) { try store.save([.steps(49)]) }
    #expect(throws: ModelError.self) { try store.save([.steps(51)]) }
    #expect(try store.rows().count == 96)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no flipped bit anywhere makes the store trap`(seed: UInt64) throws {
    let made = try TemporaryFolder()
    try Self.makeStore(made)
    let sound = try made.read("store.db")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let folder = try TemporaryFolder()
      var file = sound
      let index = Int(random.next() % UInt64(file.count))
      file[index] ^= 1 << UInt8(random.next() % 8)
      try folder.write(file, to: "store.db")
      do {
        var store = try StoreFixture(folder, incarnation: 2)
        let findings = try store.findings()
        _ = try? store.page(ChangeQuery([.stepCount, .bodyMass]))
        let count = (try? store.uuids(SampleQuery(.stepCount)).count) ?? 590
        if findings.isEmpty { #expect(count == 590, "\(random), byte \(index)") }
        _ = try? store.save([.steps(70_000)])
        _ = try? store.delete([Sample.steps(5).uuid])
        _ = try? store.maintain()
      } catch let error as StorageError {
        #expect([.damaged, .unsupported, .unavailable].contains(error.code), "\(error)")
      } catch let error as SQLiteError {
        #expect(error.code != .misuse, "\(random), byte \(index): \(error)")
      }
    }
  }
}
