internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Documents that are read piece by piece.
struct DocumentTests {
  private static let uuid = SampleUUID.step(1)

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [1, 65_535, 65_536, 65_537, 3 * 65_536])
  func `the pieces of a document are all of it`(count: Int) throws {
    var store = try ReadingFixture(folder)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try store.save(bytes)
    var read: [UInt8] = []
    var ordinal = 0
    while let piece = try store.piece(ordinal) {
      read += piece
      ordinal += 1
    }
    #expect(read == bytes)
    #expect(try store.piece(ordinal + 1) == nil)
  }

  @Test func `a document that nobody saved has no pieces`() throws {
    var store = try ReadingFixture(folder)
    #expect(try store.piece(0) == nil)
  }

  @Test(arguments: [1, 2, 3])
  func `a document that is deleted while it is read is no shorter one`(ordinal: Int) throws {
    var store = try ReadingFixture(folder)
    try store.save([UInt8](repeating: 7, count: 3 * DocumentTable.pieceBytes))
    let before = store.writer.snapshot()
    #expect(try store.piece(0) != nil)
    try store.delete(1..<2)
    for snapshot in [nil, before] {
      let error = #expect(throws: ModelError.self) { try store.piece(ordinal, latest: snapshot) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `a piece that is lost is damage`(ordinal: Int) throws {
    var store = try ReadingFixture(folder)
    try store.save([UInt8](repeating: 7, count: 2 * DocumentTable.pieceBytes + 1))
    try store.damage("DELETE FROM document_piece WHERE ordinal = \(ordinal)")
    let error = #expect(throws: StorageError.self) { try store.piece(ordinal) }
    #expect(error?.code == .damaged)
    try expectFinding("a piece of it is missing", in: &store)
  }

  @Test(arguments: [0, 1, 6, 7])
  func `a short piece that is lost is damage, whatever the length of the others`(
    ordinal: Int
  )
    throws
  {
    var store = try ReadingFixture(folder)
    try store.take([UInt8](repeating: 7, count: 15), inPiecesOf: 2)
    #expect(try store.piece(7)?.count == 1)
    #expect(try store.piece(8) == nil)
    #expect(try store.findings() == [])
    try store.damage("DELETE FROM document_piece WHERE ordinal = \(ordinal)")
    for place in [ordinal, 8] {
      let error = #expect(throws: StorageError.self) { try store.piece(place) }
      #expect(error?.code == .damaged)
    }
    #expect(try store.findings().count == 1)
  }

  @Test func `a document that a peer told less of than it says is no whole one`() throws {
    var store = try ReadingFixture(folder)
    try store.take([7, 7, 7], saying: 4, inPiecesOf: 2)
    #expect(try store.piece(1) == [7])
    let error = #expect(throws: StorageError.self) { try store.piece(2) }
    #expect(error?.code == .damaged)
    #expect(try store.findings().count == 1)
  }

  @Test func `a piece that is not what was written is found out`() throws {
    var store = try ReadingFixture(folder)
    try store.save([UInt8](repeating: 7, count: 100))
    try store.damage("UPDATE document_piece SET bytes = zeroblob(100)")
    try expectFinding("a checksum does not match", in: &store)
  }

  /// Sees that one thing is found, which says what is lost, of which day and why.
  private func expectFinding(_ reason: String, in store: inout ReadingFixture) throws {
    let findings = try store.findings()
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.hasPrefix("\(ObjectType.cda.identifier): 1 document of 20"), "\(finding)")
    #expect(finding.hasSuffix("cannot be read (\(reason))"), "\(finding)")
  }

  @Test func `a document that was deleted since the snapshot is no damage`() throws {
    var store = try ReadingFixture(folder)
    try store.save([7])
    try store.save([7], number: 2)
    let snapshot = store.writer.snapshot()
    try store.delete(1..<2)
    #expect(try store.findings(in: snapshot) == [])
    #expect(try store.findings() == [])
    try store.damage("DELETE FROM document_piece")
    #expect(try store.findings(in: snapshot).count == 1)
  }
}

extension ReadingFixture {
  fileprivate mutating func save(_ bytes: [UInt8], number: UInt64 = 1) throws {
    let sample = Sample.document(number, byteCount: bytes.count)
    try commit(.save(Change.Save([SampleRun(sample)], documents: [sample.uuid: bytes])))
  }

  /// Takes a document from a peer, in pieces of any length.
  fileprivate mutating func take(
    _ bytes: [UInt8], saying byteCount: Int? = nil, inPiecesOf length: Int
  ) throws {
    let sample = Sample.document(1, byteCount: byteCount ?? bytes.count)
    for (ordinal, start) in stride(from: 0, to: bytes.count, by: length).enumerated() {
      try sync.insert(
        ChangeBatch.DocumentPiece(
          uuid: sample.uuid, ordinal: ordinal,
          bytes: Array(bytes[start..<min(start + length, bytes.count)])))
    }
    var run = SampleRun(sample)
    var dots = DotColumn()
    dots.append(DotColumn.Span(incarnation: Incarnation(rawValue: 90), first: 1, count: 1))
    run.number(dots: dots, positions: CounterColumn(from: 1, count: 1))
    run.dropPositions()
    _ = try sync.insert(run)
    try sync.commit()
  }

  fileprivate mutating func piece(
    _ ordinal: Int, latest snapshot: Snapshot? = nil
  ) throws -> [UInt8]? {
    let snapshot = snapshot ?? writer.snapshot()
    return try reader.tables.documentPiece(ordinal, of: .step(1)) { snapshot }
  }
}

extension Sample {
  fileprivate static func document(_ number: UInt64, byteCount: Int) -> Self {
    Sample(
      uuid: .step(number), type: .cda, start: 0, end: 0,
      value: .object(
        .document(
          Document(
            title: "Title", patientName: "", authorName: "", custodianName: "",
            byteCount: Int64(byteCount)))),
      source: SourceRevision(source: Source(bundleIdentifier: "app.other", name: "Other")))
  }
}
