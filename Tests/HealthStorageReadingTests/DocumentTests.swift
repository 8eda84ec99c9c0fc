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
  }
}

extension ReadingFixture {
  fileprivate mutating func save(_ bytes: [UInt8]) throws {
    let document = Document(
      title: "Title", patientName: "", authorName: "", custodianName: "",
      byteCount: Int64(bytes.count))
    let sample = Sample(
      uuid: .step(1), type: .cda, start: 0, end: 0, value: .object(.document(document)),
      source: SourceRevision(source: Source(bundleIdentifier: "app.other", name: "Other")))
    try commit(.save(Change.Save([SampleRun(sample)], documents: [sample.uuid: bytes])))
  }

  fileprivate mutating func piece(
    _ ordinal: Int, latest snapshot: Snapshot? = nil
  ) throws -> [UInt8]? {
    let snapshot = snapshot ?? writer.snapshot()
    return try reader.tables.documentPiece(ordinal, of: .step(1)) { snapshot }
  }
}
