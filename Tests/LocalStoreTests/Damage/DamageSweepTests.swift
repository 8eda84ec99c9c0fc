private import Glibc
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SQLiteCore
internal import SyncCore
internal import SystemCore
internal import TestSupport
internal import Testing

/// Damages one place of a phone's store at a time, and looks what it answers before anybody mends it, what a check of
/// everything says, and what is left once the watch has given back what it has.
///
/// No answer is ever wrong, and none is short without an error. What is damaged is mended, or said.
struct DamageSweepTests {
  static let isLong = environment("DYAD_LONG") == "1"

  /// The seed: of the day, unless `DYAD_SEED` names one.
  static let seed =
    environment("DYAD_SEED").flatMap { UInt64($0) }
    ?? UInt64(max(0, WallClock.system.now / MovedClock.day))

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private let clock = MovedClock()

  @Test func `a damaged page is mended or said, and never answered wrong`() async throws {
    let made = try await MadeStores(clock)
    var saboteur = Saboteur(seed: Self.seed)
    var table = DamageTable()
    let pages = try Saboteur.pages(of: made.path, bytes: made.phone)
    for page in saboteur.choose(Self.isLong ? 300 : 12, of: pages) {
      var bytes = made.phone
      let how = saboteur.damage(page, size: made.pageSize, in: &bytes)
      guard bytes != made.phone else { continue }
      let name = "page \(page.number) of \(page.tree), \(how)"
      table.note(try await outcome(of: made, damaged: bytes), as: page.kind.rawValue, name)
    }
    print("damaged pages, seed \(Self.seed):\n\(table.text)")
    table.check(Self.seed)
  }

  @Test func `whoever met a damaged page can go on to ask`() async throws {
    let made = try await MadeStores(clock)
    var random = SeededGenerator(seed: Self.seed)
    let leaves = try Saboteur.pages(of: made.path, bytes: made.phone).filter {
      $0.tree == "block" && $0.kind == .tableLeaf
    }
    for page in leaves.shuffled(using: &random).prefix(Self.isLong ? leaves.count : 6) {
      var bytes = made.phone
      for index in ((page.number - 1) * made.pageSize)..<(page.number * made.pageSize) {
        bytes[index] = 0
      }
      let folder = try TemporaryFolder(inMemory: true)
      try made.copy(to: folder, phone: bytes)
      let answers = await Answers.of(
        StoreLocation(folder: folder.file("phone")), clock, made.questions)
      #expect(answers.isDamageSaid && answers.otherErrors.isEmpty, "page \(page.number)")
    }
  }

  @Test func `a flipped bit of a column is mended or said, and never answered wrong`()
    async throws
  {
    let made = try await MadeStores(clock)
    var saboteur = Saboteur(seed: Self.seed)
    var table = DamageTable()
    var columns = try Saboteur.columns(of: made.path)
    if !Self.isLong {
      var random = SeededGenerator(seed: Self.seed)
      columns = Array(columns.shuffled(using: &random).prefix(10))
    }
    for column in columns {
      let folder = try TemporaryFolder(inMemory: true)
      try folder.write(made.phone, to: "store.db")
      guard try saboteur.flip(column, in: folder.file("store.db")) else { continue }
      let bytes = try folder.read("store.db")
      table.note(try await outcome(of: made, damaged: bytes), as: column.table, "\(column)")
    }
    print("flipped bits, seed \(Self.seed):\n\(table.text)")
    table.check(Self.seed)
  }

  @Test func `a flipped bit of a small table is said by the first check, and never served`()
    async throws
  {
    let made = try await MadeStores(clock)
    var saboteur = Saboteur(seed: Self.seed)
    let tables: Set<String> = [
      "store", "type", "epoch", "app_grant", "alias", "dead_span", "dead_uuid", "member",
      "sample_owner",
      "uuid_base", "namesake",
    ]
    var count = 0
    // Of the garbage too little is known where its list is damaged, which does no harm.
    let unread: Set<String> = ["store.id", "store.garbage", "store.garbage_checksum"]
    for column in try Saboteur.columns(of: made.path)
    where tables.contains(column.table) && !unread.contains("\(column)") {
      let folder = try TemporaryFolder(inMemory: true)
      let location = StoreLocation(folder: folder.file("phone"))
      try made.copy(to: folder, phone: made.phone)
      guard try saboteur.flip(column, in: location.database) else { continue }
      count += 1
      let answers = await Answers.of(location, clock, made.questions)
      let comment: Comment = "\(column), seed \(Self.seed): \(answers.words)"
      #expect(answers.isDamageSaid, comment)
      #expect(answers.otherErrors.isEmpty, comment)
      var outcome = DamageOutcome()
      outcome.compare(answers.answers, with: made.truth, isBefore: true)
      #expect(outcome.wrong.isEmpty && outcome.short.isEmpty, comment)
    }
    #expect(count > 35)
  }

  @Test func `a row in another one's place is mended or said, and never answered wrong`()
    async throws
  {
    let made = try await MadeStores(clock)
    var table = DamageTable()
    var columns = try Saboteur.columns(of: made.path)
    var random = SeededGenerator(seed: Self.seed)
    if !Self.isLong { columns = Array(columns.shuffled(using: &random).prefix(10)) }
    for column in columns {
      for round in 0..<(Self.isLong ? 3 : 1) as Range<UInt64> {
        var saboteur = Saboteur(seed: Self.seed &+ round)
        let folder = try TemporaryFolder(inMemory: true)
        try folder.write(made.phone, to: "store.db")
        guard try saboteur.exchange(column, in: folder.file("store.db")) else { continue }
        let bytes = try folder.read("store.db")
        var outcome = try await outcome(of: made, damaged: bytes)
        // A document that no UUID leads to counts as deleted.
        outcome.otherErrors.removeAll { $0.contains("it was deleted while it was read") }
        table.note(outcome, as: column.table, "\(column)")
      }
    }
    print("rows in other places, seed \(Self.seed):\n\(table.text)")
    table.check(Self.seed)
  }

  /// What comes of a damaged phone.
  private func outcome(of made: MadeStores, damaged bytes: [UInt8]) async throws -> DamageOutcome {
    let folder = try TemporaryFolder(inMemory: true)
    let location = StoreLocation(folder: folder.file("phone"))
    try made.copy(to: folder, phone: bytes)
    var outcome = DamageOutcome()
    // As somebody who asks before any daemon runs.
    let first = await Answers.of(location, clock, made.questions)
    outcome.compare(first.answers, with: made.truth, isBefore: true)
    outcome.isSaidBefore = first.isDamageSaid
    outcome.otherErrors = first.otherErrors
    // As the check advises.
    if first.isDamageSaid { _ = try? await LocalStore.repair(location) }
    let later = try await mend(folder, location)
    let last = await Answers.of(location, clock, made.questions)
    outcome.compare(last.answers, with: made.truth, isBefore: false)
    outcome.isSaidAfter = last.isDamageSaid
    if later != .there { outcome.missedAfter = true }
    if later == .lost { outcome.short.insert("what the watch saved later") }
    outcome.otherErrors += last.otherErrors
    return outcome
  }

  /// Where that is which the watch saved after the phone was damaged.
  private enum Later {
    case there
    /// The watch has it still, as the phone cannot take it.
    case waits
    case lost
  }

  /// Runs both nodes until they agree, twice; where the store cannot be opened, nothing comes of it.
  private func mend(_ folder: TemporaryFolder, _ location: StoreLocation) async throws -> Later {
    let counters = 500..<520 as Range<UInt64>
    let uuids = UUIDSet(counters.map { SampleUUID(base: 5, counter: $0) })
    func hasAll(_ store: LocalStore) async -> Bool {
      let runs = try? await store.samples(SampleQuery(.stepCount, where: .uuid(uuids))).all()
      return runs?.reduce(0) { $0 + $1.count } == counters.count
    }
    var later = Later.waits
    for round in 0..<2 {
      guard let stores = try? await SyncedStores(folder, clock) else { return later }
      if round == 0 {
        try await stores.watch.saveSteps(counters, base: 5, from: clock.now - 3_600)
      }
      for _ in 0..<2 {
        // What keeps one of them from going on is seen in the answers afterwards.
        _ = try? await stores.phone.verify()
        _ = try? await stores.sync(mustReconcile: true)
      }
      if await hasAll(stores.phone) {
        later = .there
      } else {
        later = await hasAll(stores.watch) ? .waits : .lost
      }
      _ = try? await stores.close()
    }
    return later
  }
}

/// What came of one damaged place.
struct DamageOutcome {
  /// Questions whose answers were other than what was stored, without an error.
  var wrong: Set<String> = []
  /// Questions whose answers lacked something, without an error.
  var short: Set<String> = []
  /// Questions that ended with an error, or were answered wrong, before and after the mending.
  var missedBefore = false
  var missedAfter = false
  var isSaidBefore = false
  var isSaidAfter = false
  /// Errors that are none that a program ends with 5 for.
  var otherErrors: [String] = []

  mutating func compare(
    _ answers: [String: Set<String>?], with truth: [String: Set<String>], isBefore: Bool
  ) {
    let moment = isBefore ? "before" : "after"
    for (question, expected) in truth {
      let answer = answers[question] ?? nil
      if answer == expected { continue }
      if isBefore { missedBefore = true } else { missedAfter = true }
      guard let answer else { continue }
      if answer.isSubset(of: expected) {
        short.insert("\(question) \(moment)")
      } else {
        wrong.insert("\(question) \(moment)")
      }
    }
  }

  var isRepaired: Bool { !missedAfter && !isSaidAfter }
  /// Whether what is missed is told of.
  var isSaid: Bool { (!missedBefore || isSaidBefore) && (!missedAfter || isSaidAfter) }
}

/// What came of many damaged places, by kind of place.
struct DamageTable {
  private struct Row {
    var count = 0
    var repaired = 0
    var said = 0
    var silent = 0
    var wrong = 0
    var short = 0
    var otherExit = 0
  }

  private var rows: [String: Row] = [:]
  private var notes: [String] = []
  private(set) var failures: [String] = []

  mutating func note(_ outcome: DamageOutcome, as kind: String, _ place: String) {
    var row = rows[kind] ?? Row()
    row.count += 1
    if outcome.isRepaired { row.repaired += 1 } else if outcome.isSaid { row.said += 1 }
    if !outcome.isSaid { row.silent += 1 }
    if !outcome.wrong.isEmpty { row.wrong += 1 }
    if !outcome.short.isEmpty { row.short += 1 }
    if !outcome.otherErrors.isEmpty { row.otherExit += 1 }
    rows[kind] = row
    if !outcome.wrong.isEmpty {
      failures.append("\(place): wrong: \(outcome.wrong.sorted().joined(separator: ", "))")
    }
    if !outcome.short.isEmpty {
      failures.append("\(place): short: \(outcome.short.sorted().joined(separator: ", "))")
    }
    if !outcome.isSaid { failures.append("\(place): nothing said it") }
    if let first = outcome.otherErrors.first {
      failures.append("\(place): an error is not called damage: \(first)")
    }
    if !outcome.isRepaired, outcome.isSaid { notes.append("\(place): said, not repaired") }
  }

  /// The table, with what was not repaired below it.
  var text: String {
    var lines = [
      Self.line("place", ["cases", "repaired", "said", "silent", "wrong", "short", "not 5"])
    ]
    var sum = Row()
    for (kind, row) in rows.sorted(by: { $0.key < $1.key }) {
      lines.append(Self.line(kind, Self.cells(row)))
      sum.count += row.count
      sum.repaired += row.repaired
      sum.said += row.said
      sum.silent += row.silent
      sum.wrong += row.wrong
      sum.short += row.short
      sum.otherExit += row.otherExit
    }
    lines.append(Self.line("all", Self.cells(sum)))
    return (lines + failures + notes).joined(separator: "\n")
  }

  private static func cells(_ row: Row) -> [String] {
    [row.count, row.repaired, row.said, row.silent, row.wrong, row.short, row.otherExit]
      .map(String.init)
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    let padded = cells.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 24 - name.count)) + padded.joined()
  }

  func check(_ seed: UInt64) {
    #expect(failures.isEmpty, "seed \(seed): \(failures.joined(separator: "\n"))")
  }
}
