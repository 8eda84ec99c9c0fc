internal import HealthModel
internal import TestSupport

/// What kind of message a random one is.
enum SyncKind: String, CaseIterable, Sendable {
  case hello
  case welcome
  case settings
  case questions
  case vectorWanted
  case vector
  case batch
  case refill
  case log
  case spans
  case days
  case lists
  case missing
  case acknowledgement
  case claimRefused
  case compare
  case compared
  case compareWanted
  case ended
}

/// Makes sync messages and records of every shape.
struct RandomSync {
  var runs: RandomRuns
  private static let types = (0..<5).map { ObjectType("HKQuantityTypeIdentifierMade\($0)") }

  init(seed: UInt64) {
    runs = RandomRuns(seed: seed)
  }

  mutating func number(_ bound: Int) -> Int { Int(runs.generator.next() % UInt64(bound)) }
  mutating func word() -> UInt64 { runs.generator.next() }
  mutating func flip() -> Bool { runs.generator.oneIn(2) }

  mutating func message(_ kind: SyncKind) -> SyncMessage {
    switch kind {
    case .hello: .hello(hello())
    case .welcome:
      .welcome(
        Welcome(
          version: UInt32(number(9) + 1), incarnation: incarnation(), view: word(), vector: news(),
          cursor: place(), mustReconcile: flip(), now: seconds(), limits: limits()))
    case .settings: .settings(settings())
    case .questions: .questions(questions(), workouts())
    case .vectorWanted: .vectorWanted(vector().summary)
    case .vector: .vector(news())
    case .batch: .batch(batch())
    case .refill:
      .batch(
        batch(
          covering: false,
          refill: ChangeBatch.Refill(
            floor: seconds(), types: scope(), vector: flip() ? vector() : nil)))
    case .log: .batch(log())
    case .spans: .reconcile(part(.spans(spans())))
    case .days: .reconcile(part(.days(spans: spans().map(\.days), roots())))
    case .lists:
      .reconcile(
        part(.lists(days().map { DayList(day: $0, live: vector()) }, of: flip() ? days() : nil)))
    case .missing: .reconcile(part(.missing(days().map { DayList(day: $0, live: vector()) })))
    case .acknowledgement:
      .acknowledgement(
        Acknowledgement(vector: news(), cursor: place(), received: word() >> 1))
    case .claimRefused: .claimRefused(types())
    case .compare: .compare(root())
    case .compared: .compared(runs.pick([.equal, .unequal, .busy]))
    case .compareWanted: .compareWanted
    case .ended: .ended(SessionEnd(runs.pick(SessionEnd.Reason.allCases), runs.text()))
    }
  }

  mutating func record() -> SyncRecord {
    var record = SyncRecord(role: nil)
    record.known = known()
    record.settings = settings()
    record.leaseBegan = flip() ? nil : seconds()
    record.receipt = vector()
    record.ordinal = word() >> 1
    record.questions = questions()
    for _ in 0..<number(4) {
      guard let device = DeviceID(runs.generator.bytes(DeviceID.byteCount)) else { continue }
      record.peers[device] = PeerRecord(
        cursor: place(), acknowledged: Int64(word() >> 2), heard: seconds(), settings: settings(),
        questions: questions(), ordinal: word() >> 1, refused: types(),
        incarnation: number(2) == 0 ? nil : Incarnation(rawValue: word()),
        decided: (0..<number(4)).map { _ in settings().version },
        trust: flip() ? nil : trust())
    }
    var position: Int64 = 0
    let marks = (0..<number(5)).map { _ in
      position += Int64(number(1000) + 1)
      return AcknowledgedMarks.Mark(position: position, since: seconds())
    }
    record.acknowledged = AcknowledgedMarks(marks: marks)
    for _ in 0..<number(3) {
      record.subscribers[name()] = Subscriber(position: Int64(word() >> 2), heard: seconds())
    }
    return record
  }

  private mutating func trust() -> WatchTrust {
    var allowances: [ObjectType: WatchTrust.Allowance] = [:]
    for type in types() {
      allowances[type] = WatchTrust.Allowance(since: seconds(), count: number(200))
    }
    return WatchTrust(
      equalAt: seconds(), scope: settings().scope,
      incarnations: (0..<number(3)).map { _ in incarnation() }, allowances: allowances,
      held: vector(), foretold: vector())
  }

  mutating func hello() -> Hello {
    let lowest = UInt32(number(5) + 1)
    return Hello(
      versions: lowest...(lowest + UInt32(number(3))), role: runs.pick([.phone, .watch]),
      incarnation: incarnation(), ordinal: word() >> 1, view: word(), floor: seconds(),
      known: known(), settings: settings(), vector: news(),
      receipt: flip() ? nil : vector().summary, cursor: place(), questions: questions(),
      workouts: workouts(), now: seconds(), limits: limits())
  }

  mutating func incarnation() -> Incarnation { Incarnation(rawValue: word()) }

  mutating func seconds() -> Double {
    runs.pick([0, 800_000_000, 812_345_678.125, -1_000_000.5, Double(number(1_000_000_000))])
  }

  mutating func limits() -> SessionLimits {
    SessionLimits(
      samples: number(4096) + 1, bytes: number(1 << 20) + 1, credit: number(1 << 23) + 1)
  }

  mutating func place() -> LogPlace {
    if runs.generator.oneIn(4) { return .beginning }
    return LogPlace(position: Int64(word() >> 2) + 1, incarnation: incarnation())
  }

  mutating func name() -> String { runs.pick(["com.example.app", "a", "日本", "Puls \u{1F493}"]) }

  mutating func type() -> ObjectType { runs.pick(Self.types) }

  mutating func types() -> Set<ObjectType> {
    Set((0..<number(4)).map { _ in type() })
  }

  mutating func scope() -> TypeScope { TypeScope(isExclusion: flip(), listed: types()) }

  mutating func known() -> KnownFrom {
    let values = [Double.infinity, -.infinity, seconds(), seconds()]
    var known = KnownFrom(others: runs.pick(values))
    for type in types() { known[type] = runs.pick(values) }
    return known
  }

  mutating func settings() -> WatchSettings {
    var settings = WatchSettings(scope: scope(), lease: Double(number(1_000_000)))
    if flip() {
      settings.version = WatchSettings.Version(
        number: UInt64(number(1000) + 1), incarnation: incarnation())
    }
    for app in Set((0..<number(3)).map { _ in name() }).sorted() {
      for type in types().sorted() {
        settings.access.append(
          WatchSettings.Access(
            app: app, type: type, grant: Grant(share: decision(), read: decision())))
      }
    }
    for _ in 0..<number(4) { settings.records[name()] = runs.generator.bytes(number(20)) }
    for _ in 0..<number(4) { settings.answered.insert(word()) }
    return settings
  }

  private mutating func decision() -> Grant.Decision {
    runs.pick([.notDetermined, .denied, .authorized])
  }

  mutating func questions() -> [AccessQuestion] {
    (0..<number(4)).map { _ in
      AccessQuestion(
        id: word(), app: name(), request: AccessRequest(share: types(), read: types()),
        askedAt: seconds())
    }
  }

  mutating func workouts() -> WorkoutReport {
    var report = WorkoutReport()
    if flip() {
      let uuid = SampleUUID(base: word(), counter: UInt64(number(9)))
      report.session = try? WorkoutSession(
        uuid, of: name(), WorkoutPlan(.running),
        [.init(.started, at: 5), .init(.paused, at: Double(5 + number(9)))])
    }
    for _ in 0..<number(WorkoutOrders.most + 1) {
      report.answers[word()] = runs.pick([.done, .noApp, .noCommand, .notStarted, .refused])
    }
    return report
  }

  mutating func vector() -> VersionVector {
    var vector = VersionVector()
    for _ in 0..<number(4) { vector.cover(runs.dots(12), of: type()) }
    return vector
  }

  mutating func news() -> VectorNews {
    switch number(3) {
    case 0: .whole(vector())
    case 1: .digest(word())
    default: .difference(vector().difference(from: vector()))
    }
  }

  mutating func batch(
    covering: Bool = true, refill: ChangeBatch.Refill? = nil
  ) -> ChangeBatch {
    var batch = ChangeBatch(view: word(), covers: vector(), refill: refill)
    for kind in RunKind.allCases {
      guard var run = runs.run(kind, count: number(12), isNumbered: true) else { continue }
      run.dropPositions()
      if covering { batch.covers.cover(run.dots, of: run.type) }
      batch.runs.append(run)
    }
    let uuid = SampleUUID(high: word(), low: word())
    batch.documents = (0..<number(3)).map {
      ChangeBatch.DocumentPiece(
        uuid: uuid, ordinal: $0, bytes: runs.generator.bytes(number(40) + 1))
    }
    return batch
  }

  mutating func deletions() -> [DeletionRun] {
    (0..<number(3)).compactMap { _ in
      runs.deletions(count: number(8) + 1).flatMap {
        DeletionRun(
          type: $0.type, uuids: $0.uuids, ends: $0.ends, sources: $0.sources, dots: $0.dots)
      }
    }
  }

  mutating func log() -> ChangeBatch {
    let end = Int64(word() >> 2) + 1000
    let start =
      flip()
      ? LogPlace.beginning
      : LogPlace(position: end - Int64(number(1000)), incarnation: incarnation())
    return ChangeBatch(
      deletions: deletions(),
      log: LogRange(start: start, end: LogPlace(position: end, incarnation: incarnation())))
  }

  mutating func root() -> DayRoot {
    DayRoot(count: word(), sum: UInt128(word()) << 64 | UInt128(word()))
  }

  /// Days that ascend.
  mutating func days() -> [Int64] {
    var day = Int64(number(20_000))
    return (0..<number(6)).map { _ in
      day += Int64(number(5) + 1)
      return day
    }
  }

  mutating func spans() -> [SpanRoot] {
    days().map { SpanRoot(days: $0...$0, root: root()) }
  }

  mutating func roots() -> [Int64: DayRoot] {
    var roots: [Int64: DayRoot] = [:]
    for day in days() { roots[day] = root() }
    return roots
  }

  mutating func part(_ content: ReconcilePart.Content) -> ReconcilePart {
    ReconcilePart(
      claim: flip()
        ? nil
        : ReconcilePart.Claim(
          vector: news(), known: known(), range: SharedRange(scope: scope(), floor: seconds()),
          head: place()),
      deletions: deletions(), content: runs.generator.oneIn(8) ? nil : content,
      isLast: flip())
  }
}
