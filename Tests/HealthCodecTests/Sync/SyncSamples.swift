internal import HealthModel

/// One small message of every kind, and one record, always the same.
enum SyncSamples {
  static let phone = Incarnation(rawValue: 0x11)
  static let watch = Incarnation(rawValue: 0x22)
  static let type = ObjectType("T")
  static let other = ObjectType("U")

  static func message(_ kind: SyncKind) throws -> SyncMessage {
    switch kind {
    case .hello: .hello(hello)
    case .welcome:
      .welcome(
        Welcome(
          version: 1, incarnation: phone, view: 0x55, vector: .digest(0xABCD),
          cursor: LogPlace(position: 9, incarnation: watch), mustReconcile: true,
          now: 800_000_000.5,
          limits: limits))
    case .settings: .settings(settings)
    case .questions: .questions([question])
    case .vectorWanted: .vectorWanted(VectorSummary(digests: [stream(phone): 5, stream(watch): 6]))
    case .vector: .vector(.difference(difference))
    case .batch: .batch(try batch())
    case .refill: .batch(try refill())
    case .log: .batch(try log())
    case .spans:
      .reconcile(
        ReconcilePart(
          claim: claim,
          content: .spans([
            SpanRoot(days: 10...19, root: DayRoot(count: 3, sum: 1 << 64 | 7)),
            SpanRoot(days: 20...29, root: DayRoot()),
          ]), isLast: true))
    case .days:
      .reconcile(
        ReconcilePart(
          content: .days(
            spans: [10...19, 30...30],
            [11: DayRoot(count: 2, sum: 5), 12: DayRoot(count: 1, sum: .max)]), isLast: true))
    case .lists:
      .reconcile(
        ReconcilePart(
          claim: claim, deletions: try [deletions()],
          content: .lists(
            [
              DayList(day: 11, live: vector([1...5, 9...9])),
              DayList(day: 12, live: vector([10...20])), DayList(day: 14, live: VersionVector()),
            ], of: [11, 12, 13]), isLast: false))
    case .missing:
      .reconcile(
        ReconcilePart(
          claim: claim,
          content: .missing([
            DayList(day: 11, live: vector([1...2])), DayList(day: 13, live: vector([30...30])),
          ]), isLast: true))
    case .acknowledgement:
      .acknowledgement(
        Acknowledgement(
          vector: .whole(vector([1...5, 8...9])), cursor: .beginning, received: 70_000))
    case .claimRefused: .claimRefused([type, other])
    case .compare: .compare(DayRoot(count: 12, sum: 0x1234 << 64 | 0x5678))
    case .compared: .compared(.unequal)
    case .compareWanted: .compareWanted
    case .ended: .ended(SessionEnd(.incompatible, "this node speaks 1 to 1, the other 2 to 3"))
    }
  }

  static var limits: SessionLimits {
    SessionLimits(samples: 4096, bytes: 1 << 20, credit: 8 << 20)
  }

  static var hello: Hello {
    var known = KnownFrom(others: .infinity)
    known[type] = 800_000_000
    var settings = settings
    settings.records = [:]
    return Hello(
      versions: 1...2, role: .watch, incarnation: watch, ordinal: 41, view: 0x55,
      floor: 799_999_999.25, known: known, settings: settings,
      vector: .whole(vector([1...5])), receipt: VectorSummary(digests: [stream(phone): 5]),
      cursor: LogPlace(position: 3, incarnation: phone), questions: [question],
      now: 800_000_000, limits: limits)
  }

  static var settings: WatchSettings {
    WatchSettings(
      version: WatchSettings.Version(number: 3, incarnation: phone),
      scope: TypeScope(isExclusion: true, listed: [other]),
      access: [
        .init(app: "a", type: type, grant: Grant(share: .authorized, read: .denied)),
        .init(app: "b", type: type, grant: Grant(share: .notDetermined, read: .authorized)),
      ], records: ["preferred-unit/T": [1, 2], "source-order/T": []], answered: [9, 8])
  }

  static var question: AccessQuestion {
    AccessQuestion(
      id: 7, app: "a", request: AccessRequest(share: [type], read: [type, other]),
      askedAt: 800_000_000)
  }

  static var claim: ReconcilePart.Claim {
    ReconcilePart.Claim(
      vector: .digest(77), known: .everything,
      range: SharedRange(scope: .all, floor: 799_000_000),
      head: LogPlace(position: 12, incarnation: phone))
  }

  static func stream(_ incarnation: Incarnation) -> VersionVector.Stream {
    VersionVector.Stream(incarnation: incarnation, type: type)
  }

  static func vector(_ intervals: [ClosedRange<UInt64>]) -> VersionVector {
    var vector = VersionVector()
    for interval in intervals { vector.cover(interval, in: stream(phone)) }
    return vector
  }

  static var difference: VectorDifference {
    VectorDifference(
      base: 1, changed: vector([1...9]), removed: [stream(watch)], result: 0xFFFF_FFFF_FFFF_FFFF)
  }

  /// Four rows, dots 10 and 11 of incarnations 7 and 9.
  static func run() throws -> SampleRun {
    var run = try HostileRun.quantities()
    run.dropPositions()
    return run
  }

  static func batch() throws -> ChangeBatch {
    let run = try run()
    var covers = VersionVector(run.dots, of: run.type)
    covers.cover(12...99, in: .init(incarnation: Incarnation(rawValue: 9), type: run.type))
    return ChangeBatch(
      view: 0x55, covers: covers, runs: [run],
      documents: [
        .init(uuid: SampleUUID(high: 1, low: 2), ordinal: 0, bytes: [1, 2, 3]),
        .init(uuid: SampleUUID(high: 1, low: 2), ordinal: 1, bytes: [4]),
      ])
  }

  static func refill() throws -> ChangeBatch {
    ChangeBatch(
      view: 0x55, runs: [try run()],
      refill: ChangeBatch.Refill(floor: 799_000_000, types: .only([type]), vector: vector([1...4])))
  }

  static func log() throws -> ChangeBatch {
    ChangeBatch(
      deletions: try [deletions()],
      log: LogRange(start: .beginning, end: LogPlace(position: 6, incarnation: phone)))
  }

  static func deletions() throws -> DeletionRun {
    let run = try run()
    var deletions = DeletionRun(empty: run.type)
    deletions.append(run, positionedFrom: 1)
    return DeletionRun(
      type: deletions.type, uuids: deletions.uuids, ends: deletions.ends,
      sources: deletions.sources, dots: deletions.dots) ?? deletions
  }

  static var record: SyncRecord {
    var record = SyncRecord(role: .watch)
    record.settings = settings
    record.leaseBegan = 800_000_001
    record.receipt = vector([1...5])
    record.ordinal = 3
    record.questions = [question]
    for byte in UInt8(1)...2 {
      guard let device = DeviceID(Array(repeating: byte, count: DeviceID.byteCount)) else {
        continue
      }
      record.peers[device] = PeerRecord(
        cursor: LogPlace(position: 4, incarnation: phone), acknowledged: 5, heard: 800_000_002,
        settings: WatchSettings(), questions: [question], ordinal: 6, refused: [type])
    }
    record.acknowledged = AcknowledgedMarks(marks: [
      .init(position: 1, since: 800_000_000), .init(position: 5, since: 800_000_060),
    ])
    record.subscribers = [
      "a": Subscriber(position: 2, heard: 0), "b": Subscriber(position: 0, heard: 1),
    ]
    return record
  }
}
