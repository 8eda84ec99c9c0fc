internal import HealthCodec
internal import HealthModel
internal import PostgresCore

/// Samples of one type as rows of a mirror become them again, exactly as they were.
struct MirrorRows {
  /// Where a row stands among those of its type.
  struct Place: Hashable, Sendable {
    var moment: Int64
    var uuid: SampleUUID
  }

  private let type: ObjectType
  private let usualUnit: Unit?
  private let sources: [Int32: SourceRevision]
  private let devices: [Int32: Device]
  private var uuids: [SampleUUID] = []
  private var starts: [Double] = []
  private var ends: [Double] = []
  private var values: [Double] = []
  private var units: [Unit] = []
  private var sourceRows: [SourceRevision] = []
  private var deviceRows: [Device?] = []
  /// Those that columns alone do not say.
  private var whole: [SampleRun] = []
  private(set) var count = 0
  private(set) var last: Place?

  init(_ type: ObjectType, _ names: MirrorNames) {
    self.type = type
    usualUnit = names.types[type]?.unit
    sources = Dictionary(names.sources.map { ($1, $0) }) { first, _ in first }
    devices = Dictionary(names.devices.map { ($1, $0) }) { first, _ in first }
  }

  /// Adds the next row: start, UUID, end, value, given value, its unit, source, device and the whole.
  mutating func add(_ row: inout CopyRow) throws(MirrorFailure) {
    guard let start = row.number(), let uuid = row.cell().flatMap({ SampleUUID(bytes: $0) }),
      let end = row.number()
    else { throw Self.strange }
    let (value, given, unit) = (row.double(), row.double(), row.text())
    let (source, device, raw) = (row.number(), row.number(), row.cell())
    count += 1
    last = Place(moment: start, uuid: uuid)
    if let raw {
      let bytes = Array(raw)
      guard let run = try? SampleRun(decoding: bytes, limits: .wire), run.type == type,
        run.uuids == [uuid]
      else { throw Self.strange }
      whole.append(run)
      return
    }
    guard let value, let source = source.flatMap({ sources[Int32(truncatingIfNeeded: $0)] }) else {
      throw Self.strange
    }
    uuids.append(uuid)
    starts.append(CopyRows.instant(of: start))
    ends.append(CopyRows.instant(of: end))
    values.append(given ?? value)
    if type.description?.kind != .category {
      let known = unit.map { try? Unit(parsing: $0) } ?? usualUnit
      guard let known else { throw Self.strange }
      units.append(known)
    }
    sourceRows.append(source)
    deviceRows.append(device.flatMap { devices[Int32(truncatingIfNeeded: $0)] })
  }

  /// The samples.
  func runs() throws(MirrorFailure) -> [SampleRun] {
    var runs: [SampleRun] = []
    if !uuids.isEmpty {
      let payload: SampleRun.Payload =
        type.description?.kind == .category
        ? .category(values.compactMap { Int64(exactly: $0) })
        : .quantity(values: values, units: DictionaryColumn(units))
      let run = SampleRun(
        type: type, uuids: uuids, starts: starts, ends: ends, payload: payload,
        sources: DictionaryColumn(sourceRows), devices: DictionaryColumn(deviceRows))
      guard let run else { throw Self.strange }
      runs.append(run)
    }
    guard var joined = whole.first else { return runs }
    for run in whole.dropFirst() { joined.append(run, rows: 0..<run.count) }
    runs.append(joined)
    return runs
  }

  private static let strange = MirrorFailure(
    "read a sample from the database: it is none that a mirror wrote",
    advice: "'dyad mirror --check' says where the database differs from the store.")
}
