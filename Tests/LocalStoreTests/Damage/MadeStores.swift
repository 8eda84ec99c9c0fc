internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SQLiteCore
internal import SyncCore
internal import SystemCore
internal import TestSupport
internal import Testing

/// The files of a phone's store and a watch's that hold the same, with rows in every table and pages of every kind, and
/// what the phone's answers to some questions are.
struct MadeStores {
  let phone: [UInt8]
  let watch: [UInt8]
  let pageSize: Int
  let questions: Questions
  let truth: [String: Set<String>]
  private let folder: TemporaryFolder

  /// Where the phone's database is.
  var path: String { folder.file("phone/store.db") }

  init(_ clock: MovedClock) async throws {
    folder = try TemporaryFolder()
    // Small pages, so that little data makes trees of several levels.
    pageSize = 512
    for side in ["phone", "watch"] {
      try FileSystem.createFolder(folder.file(side))
      let connection = try Connection(path: folder.file("\(side)/store.db"), mode: .readWriteCreate)
      try connection.execute(
        """
        PRAGMA page_size = 512; PRAGMA auto_vacuum = INCREMENTAL;
        CREATE TABLE made (numbers); DROP TABLE made;
        """)
    }
    let stores = try await SyncedStores(folder, clock)
    questions = try await Self.fill(stores, clock)
    try await stores.close()
    phone = try folder.read("phone/store.db")
    watch = try folder.read("watch/store.db")
    let answers = await Answers.of(
      StoreLocation(folder: folder.file("phone")), clock, questions)
    #expect(!answers.isDamageSaid, "\(answers.words)")
    truth = answers.answers.compactMapValues(\.self)
    #expect(truth.count == answers.answers.count)
  }

  /// Puts both stores below another folder, the phone's as it is given.
  func copy(to other: TemporaryFolder, phone bytes: [UInt8]) throws {
    for (side, bytes) in [("phone", bytes), ("watch", watch)] {
      try FileSystem.createFolder(other.file(side))
      try other.write(bytes, to: "\(side)/store.db")
    }
  }

  private static let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))

  private static func sample(
    _ uuid: SampleUUID, _ type: ObjectType, at start: Double, _ value: Double, _ unit: Unit
  ) -> Sample {
    Sample(
      uuid: uuid, type: type, start: start, end: start + 1,
      value: .quantity(Quantity(value, unit)), source: source)
  }

  private static func foreign(_ number: UInt64) -> SampleUUID {
    SampleUUID(
      high: 0x1234_5678_9abc_4def ^ number &* 0x9E37_79B9_7F4A_7C15 & ~0xF000,
      low: 0x8000_0000_0000_0000 | number &* 0xD6E8_FEB8)
  }

  private static func fill(_ stores: SyncedStores, _ clock: MovedClock) async throws -> Questions {
    let (phone, begin) = (stores.phone, clock.now - 300_000)
    let beats = try Unit(parsing: "count/min")
    var questions = Questions(begin: begin)
    for part in 0..<12 as Range<UInt64> {
      var rates = SampleRun(
        empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
      // With gaps, so that each is an interval of its own for some parts.
      for number in 0..<160 as Range<UInt64> {
        let counter = part * 1_000 + number * (part % 4 == 0 ? 2 : 1)
        rates.append(
          sample(
            SampleUUID(base: 11, counter: counter), .heartRate,
            at: begin + Double(part * 20_000 + number * 100), Double(60 + number % 40),
            beats))
      }
      try await phone.commit(.save(Change.Save([rates])))
      questions.uuids += [rates.uuids[3], rates.uuids[140]]
    }
    for part in 0..<4 as Range<UInt64> {
      var steps = SampleRun(
        empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
      for number in (part * 150)..<(part * 150 + 150) {
        steps.append(
          sample(foreign(number), .stepCount, at: begin + Double(number * 400), 3, .count))
      }
      try await phone.commit(.save(Change.Save([steps])))
      questions.uuids += [steps.uuids[5], steps.uuids[77]]
    }
    try await savePressures(phone, at: begin)
    try await saveDocument(phone, at: begin)
    questions.document = document
    // The same on both, so that one is the other's alias.
    for store in [phone, stores.watch] {
      try await store.saveSteps(0..<40, base: 5, from: begin + 200_000)
    }
    try await saveRecords(phone, clock, &questions)
    try await stores.tell(try await phone.withSyncStore { try $0.sharedDecisions().records })
    try await stores.sync()
    for number in 0..<40 as Range<UInt64> {
      try await phone.delete([
        foreign(number * 10 + 1), SampleUUID(base: 11, counter: number % 12 * 1_000 + number + 20),
      ])
    }
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    return questions
  }

  private static func savePressures(_ phone: LocalStore, at begin: Double) async throws {
    for number in 0..<30 as Range<UInt64> {
      let start = begin + Double(number * 500)
      let parts: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
      var members = Members()
      var runs: [SampleRun] = []
      for (index, type) in parts.enumerated() {
        let part = sample(
          SampleUUID(base: 21, counter: number * 10 + UInt64(index) * 2), type, at: start, 80,
          .millimeterOfMercury)
        members.append(part.uuid, of: type)
        runs.append(SampleRun(part))
      }
      let whole = Sample(
        uuid: SampleUUID(base: 21, counter: number * 10 + 7), type: .bloodPressure, start: start,
        end: start + 1, value: .object(.correlation(members)), source: source)
      try await phone.commit(.save(Change.Save(runs + [SampleRun(whole)])))
    }
  }

  private static let document = SampleUUID(base: 9, counter: 1)

  private static func saveDocument(_ phone: LocalStore, at begin: Double) async throws {
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let content = Document(
      title: "t", patientName: "p", authorName: "a", custodianName: "c",
      byteCount: Int64(bytes.count))
    let sample = Sample(
      uuid: document, type: .cda, start: begin, end: begin, value: .object(.document(content)),
      source: source)
    try await phone.commit(
      .save(Change.Save([SampleRun(sample)], documents: [document: bytes])))
  }

  private static func saveRecords(
    _ phone: LocalStore, _ clock: MovedClock, _ questions: inout Questions
  ) async throws {
    let preferred = try await phone.setPreferredUnit(UnitPreference(of: .stepCount, .count))
    #expect(preferred.count == 1)
    let order = try await phone.setSourceOrder(SourceOrder(of: .stepCount, ["app"]))
    #expect(order.count == 1)
    for number in 0..<24 {
      let app = "app.number\(number)"
      try await phone.commit(
        .setGrant(Grant(share: .authorized, read: .denied), app: app, type: .heartRate))
      try await phone.commit(.setNodeRecord(key: "key\(number)", body: [UInt8(number), 7, 8, 9]))
      try await phone.commit(
        .noteAudit(AuditEntry(at: clock.now, event: "paired", subject: app, detail: "a device")))
      try await phone.commit(
        .noteExport(TakenExport(sum: Int64(number) * 77_777 + 1, count: number + 1, form: 1)))
      questions.keys.append("key\(number)")
      questions.exports.append(Int64(number) * 77_777 + 1)
    }
    for number in 0..<4 as Range<UInt64> {
      var typed = sample(
        SampleUUID(base: 31, counter: number), .bodyMass, at: clock.now - 5_000, 70, .gram(.kilo))
      typed.source = SourceRevision(
        source: Source(bundleIdentifier: ImportedSource.typedIn, name: "typed"))
      try await phone.commit(.save(Change.Save([SampleRun(typed)])))
      try await phone.delete([typed.uuid])
    }
  }
}

/// What is asked of a store.
struct Questions {
  var begin: Double
  var uuids: [SampleUUID] = []
  var document = SampleUUID(base: 0, counter: 0)
  var keys: [String] = []
  var exports: [Int64] = []
}

/// What a store answers: `nil` for a question that ended with an error.
struct Answers {
  var answers: [String: Set<String>?] = [:]
  /// Whether the check of everything found something, or the store could not be opened because it is damaged.
  var isDamageSaid = false
  /// The errors that were none of damage.
  var otherErrors: [String] = []
  /// What was found.
  var words: [String] = []

  /// Opens the store as a program does that runs beside no daemon, asks all and checks everything.
  static func of(
    _ location: StoreLocation, _ clock: MovedClock, _ questions: Questions
  ) async -> Answers {
    var answers = Answers()
    do {
      let store = try await LocalStore.open(location, clock: clock.clock)
      await answers.ask(store, questions)
      do {
        let report = try await store.verify()
        answers.isDamageSaid = !report.isSound
        answers.words += report.findings
        // A decision that cannot be read counts as none (R24): the app asks again, and sees no more than before.
        if report.findings.contains(where: { $0.contains("what apps may do") }) {
          answers.answers["grants"] = .some(nil)
        }
      } catch {
        answers.note("check", error)
      }
      do { try await store.close() } catch { answers.note("close", error) }
    } catch {
      answers.note("open", error)
    }
    return answers
  }

  private mutating func note(_ step: String, _ error: any Error) {
    words.append("\(step): \(error)")
    if error.isDamage { isDamageSaid = true } else { otherErrors.append("\(step): \(error)") }
  }

  private mutating func ask(_ store: LocalStore, _ questions: Questions) async {
    let types: [ObjectType] = [
      .heartRate, .stepCount, .bloodPressure, .bloodPressureSystolic, .bloodPressureDiastolic, .cda,
    ]
    for type in types {
      await add("samples of \(type.name)") {
        try await store.samples(SampleQuery(type)).all().flatMap { run in
          run.indices.map { row in
            let sample = run[row]
            return "\(sample.uuid) \(sample.start) \(sample.end) \(sample.value)"
          }
        }
      }
      await add("changes of \(type.name)") {
        var query = ChangeQuery([type])
        var texts: [String] = []
        while true {
          let page = try await store.changes(query)
          texts += page.added.flatMap(\.uuids).map { "+\($0)" }
          texts += page.deleted.map { "-\($0.uuid)" }
          query.anchor = page.anchor
          if !page.hasMore { return texts }
        }
      }
    }
    await add("a day of heart rates") {
      let from = questions.begin + 50_000
      return try await store.samples(
        SampleQuery(
          .heartRate,
          where: .and([.start(.greaterOrEqual, from), .start(.less, from + 86_400)]))
      ).all().flatMap(\.uuids).map { "\($0)" }
    }
    for uuid in questions.uuids {
      await add("the sample \(uuid)") {
        var found: [String] = []
        for type in [ObjectType.heartRate, .stepCount] {
          found += try await store.samples(
            SampleQuery(type, where: .uuid(UUIDSet([uuid])))
          ).all().flatMap(\.uuids).map { "\($0)" }
        }
        return found
      }
    }
    let edges = (0...6).map { questions.begin + Double($0) * 50_000 }
    await add("rates a day") {
      try await store.statistics(
        StatisticsQuery(
          .heartRate, [.discreteAverage, .discreteMin, .discreteMax], edges: edges)
      ).map { "\($0)" }
    }
    await add("steps a day") {
      try await store.statistics(StatisticsQuery(.stepCount, [.cumulativeSum], edges: edges))
        .map { "\($0)" }
    }
    await askOther(store, questions)
  }

  private mutating func askOther(_ store: LocalStore, _ questions: Questions) async {
    await add("the document") {
      var texts: [String] = []
      var piece = 0
      while let bytes = try await store.document(questions.document, piece: piece) {
        texts.append("\(piece) \(bytes.count) \(Checksum.of(bytes))")
        piece += 1
      }
      return texts
    }
    await add("samples that no correlation holds") {
      try await store.samples(
        SampleQuery(.bloodPressureSystolic, where: .uncorrelated)
      ).all().flatMap(\.uuids).map { "\($0)" }
    }
    await add("grants") {
      store.state.grants.map {
        "\($0.key.app) \($0.key.type.identifier) \($0.value.grant) \($0.value.ownSince ?? -1) \($0.value.foreignSince ?? -1)"
      }
    }
    await add("the cutoff") { ["\(store.earliestPermittedSampleDate)"] }
    await add("the preferred unit") {
      ["\(String(describing: try await store.preferredUnit(of: .stepCount)))"]
    }
    await add("the audit") {
      try await store.audit(latest: 100).filter { $0.event != "damaged" }
        .map { "\($0.at) \($0.event) \($0.subject)" }
    }
    for key in questions.keys {
      await add("the record \(key)") { try await store.nodeRecord(key).map { ["\($0)"] } ?? [] }
    }
    for sum in questions.exports {
      await add("the export \(sum)") {
        try await store.takenExport(sum).map { ["\($0)"] } ?? []
      }
    }
    await add("the marks") { try await store.deletedMarks(after: 0).marks.map { "\($0.rawValue)" } }
  }

  private mutating func add(
    _ question: String, _ answer: @Sendable () async throws -> [String]
  ) async {
    do {
      answers[question] = .some(Set(try await answer()))
    } catch {
      answers[question] = .some(nil)
      words.append("\(question): \(error)")
      if !error.isDamage { otherErrors.append("\(question): \(error)") }
    }
  }
}

extension Error {
  /// Whether a program ends with the exit code of damage for it.
  var isDamage: Bool {
    switch self {
    case let error as StorageError: error.code == .damaged
    case let error as SQLiteError: error.code == .corrupt || error.code == .notADatabase
    default: false
    }
  }
}
