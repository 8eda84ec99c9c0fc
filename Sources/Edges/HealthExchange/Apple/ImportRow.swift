internal import HealthModel

/// A sample that was read, with what it shares with others as numbers of a table.
struct ImportRow {
  var line: Int
  /// Whole seconds, by which samples are recognised.
  var start: Double
  var end: Double
  /// The dates with what an export of ours says of them.
  private(set) var exactStart: Double
  private(set) var exactEnd: Double
  /// A quantity, or the number of a category's value.
  var value = 0.0
  var unit: Int32 = 0
  var source: Int32
  var device: Int32 = 0
  var metadata: [(key: Int32, value: MetadataValue)] = []
  /// What a workout is.
  var body: ObjectBody?

  init(line: Int, start: Double, end: Double, source: Int32, device: Int32 = 0) {
    self.line = line
    self.start = start
    self.end = end
    exactStart = start
    exactEnd = end
    self.source = source
    self.device = device
  }

  /// Takes what an export of ours says in an entry of metadata.
  mutating func add(_ own: OwnEntry, _ context: inout ImportContext) {
    switch own {
    case .start(let seconds) where seconds.rounded(.down) == start: exactStart = seconds
    case .end(let seconds) where seconds.rounded(.down) == end: exactEnd = seconds
    case .bundle(let text):
      if let number = context.tables.source(source, bundle: text) { source = number }
    case .device(let property, let text):
      device = context.tables.device(device, setting: property, to: text)
    case .value(let key, let value):
      guard (try? MetadataKey.check(key, value)) != nil else { return }
      let number = context.tables.key(key)
      metadata.removeAll { $0.key == number }
      add((number, value))
    case .start, .end, .seconds, .activity: break
    }
  }

  /// Adds an entry of metadata unless its key is there: a repeated one says the same, or nobody knows which is
  /// meant.
  ///
  /// What is more than a sample may have is left out.
  mutating func add(_ entry: (key: Int32, value: MetadataValue)) {
    guard metadata.count < MetadataKey.mostKeys,
      !metadata.contains(where: { $0.key == entry.key }),
      metadata.reduce(entry.value.byteCount, { $0 + $1.value.byteCount }) <= Self.mostBytes
    else { return }
    metadata.append(entry)
  }

  /// Without the keys, which take as much at most.
  private static let mostBytes = MetadataKey.mostBytes / 2
}

/// A correlation that was read, and its members.
struct ImportCorrelation {
  var type: ObjectType
  var row: ImportRow
  var members: [(type: ObjectType, row: ImportRow)] = []
}

/// Samples of one type that were read, as columns.
struct ImportRows {
  /// As many as are compared and saved at once.
  static let most = 16_384
  /// As many keys of metadata as the samples of one run have together.
  private static let mostKeys = MetadataKey.mostKeys

  let description: TypeDescription
  private(set) var lines: [Int32] = []
  private(set) var starts: [Double] = []
  private(set) var ends: [Double] = []
  private(set) var values: [Double] = []
  private(set) var units: [Int32] = []
  private(set) var sources: [Int32] = []
  /// Each source once.
  private(set) var allSources: Set<Int32> = []
  private(set) var devices: [Int32] = []
  private(set) var bodies: [ObjectBody] = []
  /// The dates of rows that have fractions.
  private var exactDates: [Int: (start: Double, end: Double)] = [:]
  /// Where the metadata of each row ends.
  private var metadataEnds: [Int32] = []
  private var metadata: [(key: Int32, value: MetadataValue)] = []
  private var keys: Set<Int32> = []

  init(_ description: TypeDescription) {
    self.description = description
  }

  var count: Int { starts.count }

  /// Whether the row fits beside the others, and its keys of metadata do.
  func hasRoom(for row: ImportRow) -> Bool {
    guard count < Self.most else { return false }
    return row.metadata.allSatisfy { keys.contains($0.key) }
      || keys.union(row.metadata.map(\.key)).count <= Self.mostKeys
  }

  /// Appends a row where it fits; whether it did.
  mutating func appended(_ row: ImportRow) -> Bool {
    guard hasRoom(for: row) else { return false }
    append(row)
    return true
  }

  mutating func append(_ row: ImportRow) {
    if row.exactStart.bitPattern != row.start.bitPattern
      || row.exactEnd.bitPattern != row.end.bitPattern
    {
      exactDates[count] = (row.exactStart, row.exactEnd)
    }
    lines.append(Int32(clamping: row.line))
    starts.append(row.start)
    ends.append(row.end)
    values.append(row.value)
    units.append(row.unit)
    if sources.last != row.source { allSources.insert(row.source) }
    sources.append(row.source)
    devices.append(row.device)
    if let body = row.body { bodies.append(body) }
    for entry in row.metadata {
      keys.insert(entry.key)
      metadata.append(entry)
    }
    metadataEnds.append(Int32(metadata.count))
  }

  /// All rows by their start, end and source.
  func order(_ tables: ImportTables) -> [Int] {
    let rows = Array(starts.indices)
    let isOrdered = zip(rows, rows.dropFirst()).allSatisfy { !precedes($1, $0, tables) }
    return isOrdered ? rows : rows.sorted { precedes($0, $1, tables) }
  }

  private func precedes(_ left: Int, _ right: Int, _ tables: ImportTables) -> Bool {
    if starts[left] != starts[right] { return starts[left] < starts[right] }
    if ends[left] != ends[right] { return ends[left] < ends[right] }
    let bundles = (tables.bundles[Int(sources[left])], tables.bundles[Int(sources[right])])
    return bundles.0 != bundles.1 ? bundles.0 < bundles.1 : left < right
  }

  /// The samples of some rows, in the given order.
  func run(
    _ rows: some Collection<Int>, named uuids: [SampleUUID], _ tables: ImportTables
  ) -> SampleRun {
    let payload: SampleRun.Payload =
      switch description.kind {
      case .quantity:
        .quantity(
          values: rows.map { values[$0] }, units: column(rows.lazy.map { units[$0] }, tables.units))
      case .category: .category(rows.map { Int64(values[$0]) })
      default: .objects(rows.map { bodies[$0] })
      }
    let run = SampleRun(
      type: description.type, uuids: uuids,
      starts: exactDates.isEmpty
        ? rows.map { starts[$0] } : rows.map { exactDates[$0]?.start ?? starts[$0] },
      ends: exactDates.isEmpty
        ? rows.map { ends[$0] } : rows.map { exactDates[$0]?.end ?? ends[$0] }, payload: payload,
      sources: column(rows.lazy.map { sources[$0] }, tables.sources),
      devices: column(rows.lazy.map { devices[$0] }, tables.devices),
      metadata: metadataColumns(rows, tables))
    guard let run else { preconditionFailure("columns of the same rows") }
    return run
  }

  private func column<Value>(
    _ numbers: some Sequence<Int32>, _ table: [Value]
  ) -> DictionaryColumn<Value> {
    var column = DictionaryColumn<Value>()
    var last: (number: Int32, count: Int)?
    for number in numbers {
      if let run = last, run.number == number {
        last = (number, run.count + 1)
        continue
      }
      if let run = last { column.append(table[Int(run.number)], count: run.count) }
      last = (number, 1)
    }
    if let run = last { column.append(table[Int(run.number)], count: run.count) }
    return column
  }

  private func metadataColumns(
    _ rows: some Collection<Int>, _ tables: ImportTables
  ) -> [MetadataColumn] {
    guard !metadata.isEmpty else { return [] }
    var columns: [MetadataColumn] = []
    var places: [Int32: Int] = [:]
    for (target, row) in rows.enumerated() {
      let first = row == 0 ? 0 : Int(metadataEnds[row - 1])
      for entry in metadata[first..<Int(metadataEnds[row])] {
        let place = places[entry.key] ?? columns.count
        if place == columns.count {
          places[entry.key] = place
          columns.append(MetadataColumn(key: tables.keys[Int(entry.key)]))
        }
        columns[place].append(entry.value, at: target)
      }
    }
    return columns
  }
}
