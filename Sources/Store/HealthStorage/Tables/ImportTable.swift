package import HealthCodec
package import HealthModel
package import SQLiteCore

/// What imports go by beside the samples: marks of what was deleted, exports that were taken in whole, and what can be
/// taken back.
package struct ImportTable: ~Copyable {
  private var addMarks: Statement
  private var nextMarks: Statement
  private var put: Statement
  private var fetch: Statement
  private var forget: Statement
  private var putNote: Statement
  private var listNotes: Statement
  private var removeNote: Statement
  private var removeExport: Statement
  private var takeBack: Statement
  private var addSamples: Statement

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let addMarks = try connection.prepare(
      "INSERT INTO deleted_mark (marks, checksum) VALUES (?1, ?2)", persistent: true)
    let nextMarks = try connection.prepare(
      "SELECT id, marks, checksum FROM deleted_mark WHERE id > ?1 ORDER BY id LIMIT 1",
      persistent: true)
    let put = try connection.prepare(
      """
      INSERT OR REPLACE INTO taken_export (sum, taken_at, samples, form)
      VALUES (?1, ?2, ?3, ?4)
      """, persistent: true)
    let fetch = try connection.prepare(
      "SELECT taken_at, samples, form FROM taken_export WHERE sum = ?1", persistent: true)
    let forget = try connection.prepare("DELETE FROM taken_export", persistent: true)
    let putNote = try connection.prepare(
      """
      INSERT INTO import (id, at, name, key_high, key_low, checksum, samples, sum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT DO UPDATE SET samples = excluded.samples, sum = excluded.sum
      RETURNING id
      """, persistent: true)
    let listNotes = try connection.prepare(
      """
      SELECT id, at, name, key_high, key_low, checksum, samples, sum FROM import
      WHERE id BETWEEN ?1 AND ?2 ORDER BY id
      """, persistent: true)
    let removeNote = try connection.prepare("DELETE FROM import WHERE id = ?1", persistent: true)
    let removeExport = try connection.prepare(
      "DELETE FROM taken_export WHERE sum = ?1", persistent: true)
    let takeBack = try connection.prepare(
      "UPDATE import SET samples = 0, sum = NULL WHERE id = ?1", persistent: true)
    let addSamples = try connection.prepare(
      "UPDATE import SET samples = coalesce(samples, 0) + ?2 WHERE id = ?1", persistent: true)
    self.addMarks = addMarks
    self.nextMarks = nextMarks
    self.put = put
    self.fetch = fetch
    self.forget = forget
    self.putNote = putNote
    self.listNotes = listNotes
    self.removeNote = removeNote
    self.removeExport = removeExport
    self.takeBack = takeBack
    self.addSamples = addSamples
  }

  /// Keeps the marks of samples that are deleted.
  mutating func add(_ marks: [ImportMark]) throws(SQLiteError) {
    guard !marks.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(marks.count * Self.markBytes)
    // In an order that says nothing of which belong together.
    for mark in marks.map(\.rawValue).sorted() {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: mark >> shift))
      }
    }
    try addMarks.bind(bytes, at: 1)
    try addMarks.bind(Checksum.of(bytes), at: 2)
    try addMarks.run()
  }

  /// Marks of samples that were deleted: a page of them.
  ///
  /// What is not what was written is left out, so that at worst something comes back.
  ///
  /// - Parameter place: Where the page before it ended; 0 for the first.
  /// - Returns: The marks, where the page ends, unless it is the last, and how many parts of it are damaged.
  /// - Throws: What reading the disk throws.
  package mutating func marks(
    after place: Int64
  ) throws(SQLiteError) -> (marks: [ImportMark], next: Int64?, damaged: Int) {
    var marks: [ImportMark] = []
    var damaged = 0
    var place = place
    while true {
      guard marks.count < Self.pageMarks else { return (marks, place, damaged) }
      try nextMarks.bind(place, at: 1)
      defer { nextMarks.reset() }
      guard try nextMarks.step() else { return (marks, nil, damaged) }
      place = nextMarks.integer(at: 0)
      let bytes = try nextMarks.blob(at: 1)
      guard Checksum.of(bytes) == nextMarks.integer(at: 2) else {
        damaged += 1
        continue
      }
      for start in stride(from: 0, to: bytes.count - Self.markBytes + 1, by: Self.markBytes) {
        var value: UInt64 = 0
        for byte in bytes[start..<(start + Self.markBytes)].reversed() {
          value = value << 8 | UInt64(byte)
        }
        marks.append(ImportMark(rawValue: value))
      }
    }
  }

  private static let markBytes = 8
  /// About as many marks as one page has: 512 KiB.
  private static let pageMarks = 1 << 16

  /// Notes that an export was taken in whole.
  mutating func put(_ export: TakenExport, at now: Double) throws(SQLiteError) {
    try put.bind(export.sum, at: 1)
    try put.bind(now, at: 2)
    try put.bind(Int64(export.count), at: 3)
    try put.bind(Int64(export.form), at: 4)
    try put.run()
  }

  /// What is noted of the export whose bytes have this hash.
  package mutating func export(_ sum: Int64) throws(SQLiteError) -> TakenExport? {
    try fetch.bind(sum, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { return nil }
    return TakenExport(
      sum: sum, count: Int(fetch.integer(at: 1)), form: Int(fetch.integer(at: 2)),
      takenAt: fetch.double(at: 0))
  }

  /// Forgets which exports were taken: some of what they have may not be here any more.
  mutating func forgetExports() throws(SQLiteError) { try forget.run() }

  /// Notes an import, or how one ended that was noted before; one that brought nothing is forgotten.
  ///
  /// - Returns: Its number.
  mutating func put(_ note: ImportNote, at now: Double) throws(SQLiteError) -> Int64 {
    if note.samples == 0 {
      try removeNote.bind(note.id, at: 1)
      try removeNote.run()
      return note.id
    }
    if note.id == 0 { try putNote.bindNull(at: 1) } else { try putNote.bind(note.id, at: 1) }
    try putNote.bind(now, at: 2)
    try putNote.bind(note.name, at: 3)
    try putNote.bind(Int64(bitPattern: note.uuids.high), at: 4)
    try putNote.bind(Int64(bitPattern: note.uuids.low), at: 5)
    try putNote.bind(Self.checksum(of: note.name, note.uuids), at: 6)
    if let samples = note.samples {
      try putNote.bind(Int64(samples), at: 7)
    } else {
      try putNote.bindNull(at: 7)
    }
    if let sum = note.sum { try putNote.bind(sum, at: 8) } else { try putNote.bindNull(at: 8) }
    defer { putNote.reset() }
    return try putNote.step() ? putNote.integer(at: 0) : 0
  }

  /// What decides which samples go where an import is taken back.
  private static func checksum(of name: String, _ uuids: UUIDSequence.Key) -> Int64 {
    RowChecksum.of([
      .text(name), .integer(Int64(bitPattern: uuids.high)),
      .integer(Int64(bitPattern: uuids.low)),
    ])
  }

  /// The imports that are not damaged; the oldest is the first.
  package mutating func notes(
    _ ids: ClosedRange<Int64> = 1...(.max)
  ) throws(SQLiteError) -> [ImportNote] {
    try readNotes(ids).notes
  }

  /// How many imports are not what was written.
  mutating func damagedNotes() throws(SQLiteError) -> Int { try readNotes(1...(.max)).damaged }

  private mutating func readNotes(
    _ ids: ClosedRange<Int64>
  ) throws(SQLiteError) -> (notes: [ImportNote], damaged: Int) {
    try listNotes.bind(ids.lowerBound, at: 1)
    try listNotes.bind(ids.upperBound, at: 2)
    defer { listNotes.reset() }
    var notes: [ImportNote] = []
    var damaged = 0
    while try listNotes.step() {
      let key = UUIDSequence.Key(
        high: UInt64(bitPattern: listNotes.integer(at: 3)),
        low: UInt64(bitPattern: listNotes.integer(at: 4)))
      let name = try listNotes.text(at: 2)
      guard Self.checksum(of: name, key) == listNotes.integer(at: 5) else {
        damaged += 1
        continue
      }
      notes.append(
        ImportNote(
          id: listNotes.integer(at: 0), at: listNotes.double(at: 1), name: name, uuids: key,
          samples: listNotes.isNull(at: 6) ? nil : Int(listNotes.integer(at: 6)),
          sum: listNotes.isNull(at: 7) ? nil : listNotes.integer(at: 7)))
    }
    return (notes, damaged)
  }

  mutating func note(_ id: Int64) throws(SQLiteError) -> ImportNote? {
    id > 0 ? try notes(id...id).first : nil
  }

  /// Notes that nothing of an import is here any more, and forgets that its file was taken.
  mutating func takeBack(_ note: ImportNote) throws(SQLiteError) {
    try takeBack.bind(note.id, at: 1)
    try takeBack.run()
    guard let sum = note.sum else { return }
    try removeExport.bind(sum, at: 1)
    try removeExport.run()
  }

  /// Notes that samples of an import are here again.
  mutating func bringBack(_ id: Int64, count: Int) throws(SQLiteError) {
    try addSamples.bind(id, at: 1)
    try addSamples.bind(Int64(count), at: 2)
    try addSamples.run()
  }
}
