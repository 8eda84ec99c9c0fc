internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// What a node keeps for itself.
struct NodeRecordTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func damage(_ sql: String) throws {
    try Connection(path: folder.file("store.db"), mode: .readWrite).execute(sql)
  }

  @Test func `a record is the latest that was set, also after another open`() throws {
    var store = try StoreFixture(folder)
    #expect(try store.reader.tables.node.record("trust") == nil)
    for body in [[1, 2], [], [3]] as [[UInt8]] {
      try store.commit(.setNodeRecord(key: "trust", body: body))
      #expect(try store.reader.tables.node.record("trust") == body)
    }
    var again = try StoreFixture(folder, incarnation: 2)
    #expect(try again.reader.tables.node.record("trust") == [3])
    #expect(try again.findings() == [])
  }

  @Test func `it is no log entry and begins no incarnation`() throws {
    var store = try StoreFixture(folder)
    try store.commit(.setNodeRecord(key: "trust", body: [1]))
    try store.commit(.noteAudit(AuditEntry(at: 1, event: "paired")))
    #expect(store.writer.state.head == 0)
    #expect(store.writer.state.epochs.isEmpty)
    #expect(store.writer.state.writer == Incarnation(rawValue: 1))
  }

  @Test(arguments: ["", String(repeating: "k", count: 65), "a\u{0}b"])
  func `a key has bounds`(key: String) throws {
    var store = try StoreFixture(folder)
    #expect(throws: ModelError.self) { try store.commit(.setNodeRecord(key: key, body: [])) }
  }

  @Test func `a body has bounds, and an entry a name and a date`() throws {
    var store = try StoreFixture(folder)
    let bytes = [UInt8](repeating: 0, count: 1_048_577)
    #expect(throws: ModelError.self) { try store.commit(.setNodeRecord(key: "a", body: bytes)) }
    for entry in [AuditEntry(at: .nan, event: "a"), AuditEntry(at: 1, event: "\n")] {
      #expect(throws: ModelError.self) { try store.commit(.noteAudit(entry)) }
    }
    try store.commit(.setNodeRecord(key: "a", body: bytes.dropLast()))
  }

  @Test(arguments: [
    "UPDATE node_record SET body = x'0103'", "UPDATE node_record SET checksum = checksum + 1",
  ])
  func `a damaged record is reported and never served`(sql: String) throws {
    var store = try StoreFixture(folder)
    try store.commit(.setNodeRecord(key: "trust", body: [1, 2]))
    try damage(sql)
    let error = #expect(throws: StorageError.self) {
      try store.reader.tables.node.record("trust")
    }
    #expect(error?.code == .damaged)
    #expect(try store.findings() == ["the record trust of this node: its checksum does not match"])
  }

  @Test func `the audit tells the latest first, and only so many`() throws {
    var store = try StoreFixture(folder)
    for part in 0..<11 {
      let changes = (0..<1_000).map { number in
        Change.noteAudit(AuditEntry(at: Double(part * 1_000 + number), event: "e"))
      }
      for result in store.writer.commit(changes, at: 0) { _ = try result.get() }
    }
    #expect(try store.reader.tables.node.audit(latest: 3).map(\.at) == [10_999, 10_998, 10_997])
    #expect(try store.reader.tables.node.audit(latest: 0) == [])
    #expect(try store.reader.tables.node.audit(latest: -1) == [])
    let all = try store.reader.tables.node.audit(latest: .max)
    #expect(all.count == 10_000)
    #expect(all.last?.at == 1_000)
  }

  @Test func `an entry of the audit is what was written, without what a terminal acts on`() throws {
    var store = try StoreFixture(folder)
    let entry = AuditEntry(
      at: 7.5, event: "paired", subject: "K7QM",
      detail: "a\u{1b}[2J\n" + String(repeating: "é", count: 999))
    try store.commit(.noteAudit(entry))
    #expect(try store.reader.tables.node.audit(latest: 9) == [entry])
    #expect(entry.detail == "a[2J" + String(repeating: "é", count: 252))
    #expect(AuditEntry(at: 7.5, event: "paired", subject: "K7QM", detail: entry.detail) == entry)
  }

  @Test(arguments: [
    "event = 'unpaired'", "at = 2", "subject = 'b'", "detail = ''", "checksum = 0",
    "detail = CAST(x'ff' AS TEXT)",
  ])
  func `a damaged entry is reported, and the others are told`(change: String) throws {
    var store = try StoreFixture(folder)
    let entries = (1...3).map {
      AuditEntry(at: Double($0) * 10, event: "paired", subject: "a", detail: "by code")
    }
    for entry in entries { try store.commit(.noteAudit(entry)) }
    try damage("UPDATE audit SET \(change) WHERE id = 2")
    let told = try store.reader.tables.node.audit(latest: 9)
    #expect(told.map(\.event) == ["paired", "damaged", "paired"])
    #expect(told.first == entries.last && told.last == entries.first)
    #expect(try store.findings() == ["entry 2 of the audit: its checksum does not match"])
  }

  @Test func `a refusal undoes all that was to be done together`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    let before = store.writer.state
    #expect(throws: ModelError.self) {
      try store.writer.commitTogether(
        [
          .setNodeRecord(key: "trust", body: [1]), .eraseHistory,
          .save(Change.Save([SampleRun(.steps(2))])), .noteAudit(AuditEntry(at: 1, event: "a")),
          .save(Change.Save([SampleRun(.steps(2))])),
        ], at: 0)
    }
    #expect(try store.reader.tables.node.record("trust") == nil)
    #expect(try store.reader.tables.node.audit(latest: 9) == [])
    #expect(store.writer.state.head == before.head)
    #expect(store.writer.state.writer == before.writer)
    #expect(try store.uuids(SampleQuery(.stepCount)) == [Sample.steps(1).uuid])
    #expect(try store.findings() == [])
    try store.save([.steps(2)])
    #expect(store.writer.state.epochs.count == 1)
  }
}
