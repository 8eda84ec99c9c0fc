internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import HealthStorage

// The tests write rows with right checksums, which are internal to the storage.

/// Stores that somebody made to do harm: the checksums are right, and what they are of makes no sense.
///
/// A backup is a file from outside. What nobody can have counted up to is damage, and nothing traps over it.
struct HostileStoreTests {
  private let clock = MovedClock()

  /// How many of all cases are tried: all of them take minutes.
  private static let share = DamageSweepTests.isLong ? 1 : 30

  @Test func `a number that nobody counted up to is damage, or does no harm`() async throws {
    let made = try await MadeStores(clock)
    var random = SeededGenerator(seed: DamageSweepTests.seed)
    var count = 0
    for column in try Saboteur.columns(of: made.path) {
      for value in [
        "9223372036854775807", "-9223372036854775808", "-1", "1 << 49", "9e999", "1e300",
      ] where random.next() % UInt64(Self.share) == 0 {
        let change = "\(column.table) SET \(column.name) = \(value)"
        let isMade = try await use(made, change) { connection in
          try Self.set(column, to: value, random.next(), on: connection)
        }
        if isMade { count += 1 }
      }
    }
    #expect(count > 150 / Self.share)
  }

  @Test func `bytes whose checksum is right are damage, or do no harm`() async throws {
    let made = try await MadeStores(clock)
    var random = SeededGenerator(seed: DamageSweepTests.seed)
    var count = 0
    for (table, column, checksum) in [
      ("segment", "directory", "directory_checksum"),
      ("segment", "aggregates", "aggregates_checksum"),
      ("block", "body", "checksum"), ("dead", "rows", "checksum"),
      ("vector", "covered", "checksum"),
      ("uuid_page", "entries", "checksum"), ("deletion", "body", "checksum"),
      ("node_record", "body", "checksum"), ("record", "body", "checksum"),
      ("deleted_mark", "marks", "checksum"), ("removed", "body", "checksum"),
    ] {
      for _ in 0..<(60 / Self.share) {
        let isMade = try await use(made, "\(table).\(column)") { connection in
          let row = try Self.row(of: table, random.next(), on: connection)
          guard let row else { return false }
          var find = try connection.prepare(
            "SELECT \(column), \(checksum) FROM \(table) WHERE \(row)")
          guard try find.step() else { return false }
          var bytes = try find.blob(at: 0)
          // Without the bytes it is of the row's other columns alone.
          let rest = find.integer(at: 1) ^ Checksum.of(bytes)
          find.reset()
          guard !bytes.isEmpty else { return false }
          for _ in 0...(random.next() % 3) {
            let place = Int(random.next() % UInt64(bytes.count))
            bytes[place] =
              random.next() % 2 == 0 ? 0xFF : bytes[place] ^ 1 << UInt8(random.next() % 8)
          }
          var change = try connection.prepare(
            "UPDATE \(table) SET \(column) = ?1, \(checksum) = ?2 WHERE \(row)")
          try change.bind(bytes, at: 1)
          try change.bind(Checksum.of(bytes) ^ rest, at: 2)
          try change.run()
          return true
        }
        if isMade { count += 1 }
      }
    }
    #expect(count >= 300 / Self.share)
  }

  @Test func `what was deleted comes back, however much its rows say that they hold`() async throws
  {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.file("phone"))
    do {
      let store = try await LocalStore.open(location, clock: clock.clock)
      var uuids: [SampleUUID] = []
      for part in 0..<3 as Range<UInt64> {
        let counters = (part * 600)..<(part * 600 + 600)
        uuids += try await store.saveSteps(counters, base: 5, from: clock.now - 3_600)
      }
      try await store.delete(uuids)
      try await store.close()
    }
    do {
      let connection = try Connection(path: location.database, mode: .readWrite)
      #expect(try connection.integer("SELECT count(*) FROM removed") ?? 0 > 1)
      try RowChecksum.addPlaces(on: connection, of: "removed")
      try connection.execute(
        "UPDATE removed SET samples = CASE WHEN id > 1 THEN 9223372036854775807 ELSE 1 END")
      try RowChecksum.addPlaces(on: connection, of: "removed")
    }
    let store = try await LocalStore.open(location, clock: clock.clock)
    let removals = try await store.removals()
    #expect(removals.first?.counts == [.stepCount: 1_000_000_000_000])
    try await store.commit(.undo(try #require(removals.first).id))
    let back = try await store.samples(SampleQuery(.stepCount)).all().reduce(0) { $0 + $1.count }
    #expect(back == 1_800)
    try await store.close()
  }

  /// Opens, asks, writes and checks a store that was changed; `false` where nothing was.
  private func use(
    _ made: MadeStores, _ name: String,
    changing change: (borrowing Connection) throws -> Bool
  ) async throws -> Bool {
    let folder = try TemporaryFolder(inMemory: true)
    let location = StoreLocation(folder: folder.file("phone"))
    try made.copy(to: folder, phone: made.phone)
    do {
      let connection = try Connection(path: location.database, mode: .readWrite)
      try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
      guard try change(connection) else { return false }
    }
    let comment: Comment = "\(name), seed \(DamageSweepTests.seed)"
    let answers = await Answers.of(location, clock, made.questions)
    // A document whose sample is told under another type, or not at all, counts as deleted.
    let others = answers.otherErrors.filter { !$0.contains("it was deleted while it was read") }
    #expect(others.isEmpty, comment)
    let errors = await write(location, made.questions)
    #expect(errors.isEmpty, comment)
    return true
  }

  /// Writes to a store, tidies and mends it.
  ///
  /// - Returns: The errors that are neither damage nor a refusal.
  private func write(_ location: StoreLocation, _ questions: Questions) async -> [String] {
    var errors: [String] = []
    func attempt(
      _ what: String, mayBeRefused: Bool = false, _ step: () async throws -> Void
    ) async {
      do {
        try await step()
      } catch {
        if error.isDamage || mayBeRefused && error is ModelError { return }
        errors.append("\(what): \(error)")
      }
    }
    await attempt("open") {
      let store = try await LocalStore.open(location, clock: clock.clock)
      let now = clock.now
      await attempt("save") { _ = try await store.saveSteps(0..<40, base: 77, from: now - 900) }
      await attempt("save one") { _ = try await store.saveSteps(40..<41, base: 77, from: now - 90) }
      // The store may have lost a sample that is to be deleted, and then says so.
      await attempt("delete", mayBeRefused: true) { try await store.delete(questions.uuids) }
      await attempt("undo") {
        if let last = try await store.removals().first { try await store.commit(.undo(last.id)) }
      }
      await attempt("tidy") { try await store.maintain() }
      await attempt("prune") {
        try await store.commit(.prune(Change.Prune(before: now - 200_000, licence: .unpaired)))
      }
      await attempt("check") { _ = try await store.verify() }
      await attempt("erase") { try await store.commit(.eraseHistory) }
      await attempt("close") { try await store.close() }
    }
    await attempt("mend") {
      // So that what the first row says has to be worked out from what makes no sense.
      try Connection(path: location.database, mode: .readWrite)
        .execute("UPDATE store SET checksum = ~checksum")
      _ = try await LocalStore.repair(location)
    }
    return errors
  }

  /// A condition that holds for one row of a table; `nil` where it has none.
  private static func row(
    of table: String, _ number: UInt64, on connection: borrowing Connection
  ) throws -> String? {
    let key = try connection.text(
      "SELECT group_concat(name) FROM pragma_table_info('\(table)') WHERE pk > 0")
    let count = try connection.integer("SELECT count(*) FROM \(table)") ?? 0
    guard let key, count > 0 else { return nil }
    return
      "(\(key)) = (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET \(number % UInt64(count)))"
  }

  /// Sets a column of one row, and makes the checksums of its table right.
  ///
  /// - Returns: `false` where the column takes no such number.
  private static func set(
    _ column: Saboteur.Column, to value: String, _ number: UInt64,
    on connection: borrowing Connection
  ) throws -> Bool {
    guard !column.name.hasSuffix("checksum"),
      let row = try row(of: column.table, number, on: connection)
    else { return false }
    // Those of bytes are of the other columns, too: taken out, and put in again.
    try RowChecksum.addPlaces(on: connection, of: column.table)
    do {
      try connection.execute(
        "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value) WHERE \(row)")
    } catch {
      guard error.code == .constraint else { throw error }
      // A column of text or bytes, or of whole numbers.
      return false
    }
    guard try connection.integer("SELECT changes()") == 1 else { return false }
    try RowChecksum.addPlaces(on: connection, of: column.table)
    if column.table == "uuid_span" {
      for statement in Schema.migrations[8].sql.split(separator: ";")
      where statement.contains("UPDATE uuid_span") {
        try connection.execute(String(statement))
      }
    }
    if column.table == "store" || RowChecksum.tables.contains(column.table) {
      try RowChecksum.addAll(on: connection)
    }
    return true
  }
}
