internal import CalendarEdges
internal import HealthModel
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
internal import SystemCore
internal import TestSupport
internal import Testing

/// A subject whose store lives through a lot, beside plain tables of what it has, which know nothing of logs,
/// anchors and columns.
struct MirrorWorld {
  /// What a plain table says of a sample.
  struct Line: Hashable {
    var type: String
    var start: Double
    var value: Double?
    /// The bytes of a document.
    var bytes: [UInt8]?
  }

  /// What plain tables say of a day.
  struct Day: Hashable {
    var move = 0.0
    var steps = 0.0
    var exercise = 0.0
    var moveGoal = 0.0
  }

  /// A store and what it has.
  struct Life {
    var folder: TemporaryFolder
    /// It has its lock for as long as anybody has it.
    var store: LocalStore?
    var lines: [SampleUUID: Line] = [:]
    var goal = ActivityGoal.usual.move

    var access: EmbeddedAccess<OwnerSession> {
      get throws { EmbeddedAccess(OwnerSession(try #require(store))) }
    }

    var location: StoreLocation { StoreLocation(folder: folder.file("state")) }

    mutating func close() async throws {
      try await store?.close()
      store = nil
    }
  }

  static let subject = "ada"
  private static let offset = 7_200.0
  private static let days = 30
  /// Documents are of the date that they name.
  private static let letterDate = 791_550_000.0

  var generator: SeededGenerator
  private var uuids: UUIDSequence
  private(set) var life: Life
  /// Copies of the store that live on, which are as right as the original.
  private var others: [Life] = []
  private var backups: [(path: String, lines: [SampleUUID: Line], goal: Double)] = []
  private var copies = 0

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    uuids = UUIDSequence(using: &generator)
    let folder = try TemporaryFolder()
    life = Life(folder: folder)
    life.store = try await .open(life.location)
  }

  mutating func close() async throws {
    try await life.close()
    for index in others.indices { try await others[index].close() }
  }

  static var choices: Mirror.Choices {
    get throws {
      var choices = Mirror.Choices()
      choices.zone = try TimeZoneRules.named("+02:00")
      choices.accepted = .max
      return choices
    }
  }

  // MARK: What happens

  mutating func save() async throws {
    for _ in 0..<Int.random(in: 1...25, using: &generator) {
      let (sample, bytes) = fresh()
      try await life.access.save(
        [SampleRun(sample)], documents: bytes.map { [sample.uuid: $0] } ?? [:])
      let value: Double? =
        switch sample.value {
        case .quantity(let quantity): quantity.value
        case .category(let value): Double(value)
        case .object: nil
        }
      life.lines[sample.uuid] = Line(
        type: sample.type.name, start: bytes == nil ? sample.start : Self.letterDate, value: value,
        bytes: bytes)
    }
  }

  private mutating func fresh() -> (Sample, [UInt8]?) {
    let types: [ObjectType] = [
      .activeEnergyBurned, .stepCount, .appleExerciseTime, .heartRate, .sleepAnalysis, .cda,
    ]
    let type = types.randomElement(using: &generator) ?? .stepCount
    var start: Double
    repeat {
      start = Double(Int.random(in: 0..<Self.days * 1_440, using: &generator)) * 60
    } while life.lines.values.contains { $0.type == type.name && $0.start == start }
    let number = Double(Int.random(in: 1..<90, using: &generator))
    var bytes: [UInt8]?
    let value: Sample.Value
    switch type {
    case .activeEnergyBurned: value = .quantity(Quantity(number, .kilocalorie))
    case .appleExerciseTime: value = .quantity(Quantity(number, .minute))
    case .heartRate:
      value = .quantity(Quantity(number, Unit.remembered("count/min") ?? .count))
    case .sleepAnalysis: value = .category(Int64(number) % 3)
    case .cda:
      let text = CDASample.bytes(count: 2_500 + Int(number) * 100, mark: Int(number))
      bytes = text
      value = .object(
        .document(
          Document(
            title: "Letter", patientName: "P", authorName: "A", custodianName: "C",
            byteCount: Int64(text.count))))
    default: value = .quantity(Quantity(number, .count))
    }
    let isNumbered = Bool.random(using: &generator)
    let sample = Sample(
      uuid: isNumbered
        ? uuids.take(for: type) : SampleUUID(high: generator.next(), low: generator.next()),
      type: type, start: start, end: start + 60, value: value,
      source: SourceRevision(source: Source(bundleIdentifier: "app.1", name: "App")),
      metadata: number > 60 ? ["HKWasUserEntered": .bool(true)] : [:])
    return (sample, bytes)
  }

  mutating func delete() async throws {
    let gone = life.lines.keys.sorted().shuffled(using: &generator)
      .prefix(Int.random(in: 1...20, using: &generator))
    guard !gone.isEmpty else { return }
    try await life.access.delete(Array(gone))
    for uuid in gone { life.lines[uuid] = nil }
  }

  mutating func setGoal() async throws {
    life.goal = Double(Int.random(in: 100...900, using: &generator))
    let goal = ActivityGoal(move: life.goal, exercise: 30, stand: 12)
    try await life.access.setCharacteristic(
      .activityGoals(try GoalHistory([.init(day: 0, goal: goal)])))
  }

  mutating func backUp() async throws {
    let path = life.folder.file("backup-\(copies)")
    copies += 1
    try await life.access.backup(to: path)
    backups.append((path, life.lines, life.goal))
  }

  /// Puts a backup in the place of the store.
  mutating func restore() async throws {
    guard let backup = backups.randomElement(using: &generator) else { return }
    try await life.close()
    try await StoreBackup.restore(from: backup.path, to: life.location)
    (life.lines, life.goal) = (backup.lines, backup.goal)
    life.store = try await .open(life.location)
  }

  /// Goes on with a copy of the files, while the original waits for its turn.
  mutating func copy() async throws {
    guard others.count < 3 else { return }
    try await life.close()
    var copy = life
    copy.folder = try TemporaryFolder()
    try FileSystem.createFolder(copy.location.folder)
    try FileSystem.createFile(
      copy.location.database, try FileSystem.readFile(life.location.database, atMost: 1 << 30))
    copy.store = try await .open(copy.location)
    life.store = try await .open(life.location)
    others.append(life)
    life = copy
  }

  /// Goes on with another copy.
  mutating func change() {
    guard let index = others.indices.randomElement(using: &generator) else { return }
    swap(&life, &others[index])
  }

  // MARK: What is there

  /// How the database differs from the plain tables; `nil` where it does not.
  func difference(_ address: String) throws -> String? {
    let connection = try PostgresConnection(address)
    let rows = try connection.rows(
      """
      SELECT s.uuid, t.name, extract(epoch FROM s.start_at), s.value, encode(d.bytes, 'hex')
      FROM dyad.samples s JOIN dyad.types t ON t.type = s.type
      JOIN dyad.subjects p ON p.subject = s.subject
      LEFT JOIN dyad.documents d ON d.subject = s.subject AND d.uuid = s.uuid WHERE p.name = $1
      """, [Self.subject], to: "read all")
    var lines: [SampleUUID: Line] = [:]
    for row in rows {
      guard let uuid = row[0].flatMap({ SampleUUID($0) }), let type = row[1],
        let start = row[2].flatMap({ Double($0) })
      else { return "a strange row" }
      guard lines[uuid] == nil else { return "a sample is there twice" }
      lines[uuid] = Line(
        type: type.split(separator: ".").last.map(String.init) ?? type,
        start: start - Instant.secondsFrom1970, value: row[3].flatMap { Double($0) },
        bytes: row[4].map(Self.bytes))
    }
    for (uuid, line) in life.lines where lines[uuid] != line {
      return "\(line.type) is \(lines[uuid] == nil ? "missing" : "another")"
    }
    guard lines.count == life.lines.count else { return "more is there than in the store" }
    let loose = try connection.rows(
      "SELECT count(*) FROM dyad.documents", to: "count documents")[0][0]
    guard loose == String(lines.values.count { $0.bytes != nil }) else {
      return "bytes of a document without its sample"
    }
    return try dayDifference(connection)
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
    }
  }

  private func dayDifference(_ connection: borrowing PostgresConnection) throws -> String? {
    var days: [Int: Day] = [:]
    for line in life.lines.values {
      let day = Int((line.start + Self.offset) / 86_400)
      let value = line.value ?? 0
      switch line.type {
      case ObjectType.activeEnergyBurned.name: days[day, default: Day()].move += value
      case ObjectType.stepCount.name: days[day, default: Day()].steps += value
      case ObjectType.appleExerciseTime.name: days[day, default: Day()].exercise += value
      default: continue
      }
    }
    for day in days.keys { days[day]?.moveGoal = life.goal }
    let rows = try connection.rows(
      "SELECT day - date '2001-01-01', move, steps, exercise, move_goal FROM dyad.days WHERE subject = $1",
      [Self.subject], to: "read days")
    var told: [Int: Day] = [:]
    for row in rows {
      let numbers = row.compactMap { $0.flatMap { Double($0) } }
      guard numbers.count == 5 else { return "a strange day" }
      told[Int(numbers[0])] = Day(
        move: numbers[1], steps: numbers[2], exercise: numbers[3], moveGoal: numbers[4])
    }
    for (day, wanted) in days where told[day] != wanted {
      return "day \(day) is \(told[day].map { "\($0)" } ?? "missing"), not \(wanted)"
    }
    return told.count == days.count ? nil : "days are there on which nothing was measured"
  }
}
