/// A set of samples of one type, held as columns: what a save becomes, a segment holds, a batch
/// carries and statistics scan.
///
/// Every column has `count` rows, but for `dots` and `positions`, which are empty until a store has
/// numbered the rows, and `metadata`, whose columns are sparse.
package struct SampleRun: Hashable, Sendable {
  package enum Payload: Hashable, Sendable {
    case quantity(values: [Double], units: DictionaryColumn<Unit>)
    case category([Int64])
    case objects([ObjectBody])
  }

  package let type: ObjectType
  package private(set) var uuids: [SampleUUID]
  /// Seconds since 2001-01-01 UTC.
  package private(set) var starts: [Double]
  package private(set) var ends: [Double]
  package private(set) var payload: Payload
  package private(set) var sources: DictionaryColumn<SourceRevision>
  package private(set) var devices: DictionaryColumn<Device?>
  /// One column per key, in order of first appearance.
  package private(set) var metadata: [MetadataColumn]
  package private(set) var dots: DotColumn
  package private(set) var positions: CounterColumn

  /// A run of the given columns; `nil` unless they fit each other.
  package init?(
    type: ObjectType, uuids: [SampleUUID], starts: [Double], ends: [Double], payload: Payload,
    sources: DictionaryColumn<SourceRevision>, devices: DictionaryColumn<Device?>,
    metadata: [MetadataColumn] = [], dots: DotColumn = DotColumn(),
    positions: CounterColumn = CounterColumn()
  ) {
    let count = uuids.count
    guard starts.count == count, ends.count == count, payload.count == count,
      sources.count == count, devices.count == count,
      metadata.allSatisfy({ ($0.rows.last ?? -1) < count }),
      dots.isEmpty || dots.count == count, positions.isEmpty || positions.count == count
    else { return nil }
    self.type = type
    self.uuids = uuids
    self.starts = starts
    self.ends = ends
    self.payload = payload
    self.sources = sources
    self.devices = devices
    self.metadata = metadata
    self.dots = dots
    self.positions = positions
  }

  package var count: Int { uuids.count }
  package var isEmpty: Bool { uuids.isEmpty }

  /// Gives every row its dot and its position, the first time a store takes the run in.
  package mutating func number(dots: DotColumn, positions: CounterColumn) {
    precondition(dots.count == count && positions.count == count, "a number for every row")
    self.dots = dots
    self.positions = positions
  }

  /// Forgets the positions, which mean nothing outside their store.
  package mutating func dropPositions() {
    positions = CounterColumn()
  }

  /// Gives a row another UUID.
  package mutating func rename(_ row: Int, to uuid: SampleUUID) {
    uuids[row] = uuid
  }

  /// The same with other samples in the place of some that its objects hold or belong to.
  package func replacingNamed(_ heirs: [SampleUUID: SampleUUID]) -> Self {
    replacingNamed { _ in heirs }
  }

  /// The same with other samples in the place of some, which depend on the row that names them.
  package func replacingNamed(_ heirs: (Int) -> [SampleUUID: SampleUUID]) -> Self {
    guard case .objects(let bodies) = payload else { return self }
    var run = self
    run.payload = .objects(bodies.enumerated().map { row, body in body.replacing(heirs(row)) })
    return run
  }

  /// Replaces who saved the rows.
  package mutating func setSource(_ source: SourceRevision) {
    sources = DictionaryColumn(repeating: source, count: count)
  }

  /// Replaces what a row says of its document, and when it was written where that is known.
  package mutating func setDocument(_ document: Document, at date: Double?, row: Int) {
    guard case .objects(var bodies) = payload else { return }
    bodies[row] = .document(document)
    payload = .objects(bodies)
    guard let date else { return }
    starts[row] = date
    ends[row] = date
  }

  /// Appends rows `range` of `other`, a run of the same type and kind of payload.
  ///
  /// Dots and positions stay only where both have them.
  package mutating func append(_ other: Self, rows range: Range<Int>) {
    precondition(other.type == type, "one type to a run")
    guard !range.isEmpty else { return }
    let base = count
    let isNumbered = (isEmpty || !dots.isEmpty) && !other.dots.isEmpty
    let isPositioned = (isEmpty || !positions.isEmpty) && !other.positions.isEmpty
    uuids.append(contentsOf: other.uuids[range])
    starts.append(contentsOf: other.starts[range])
    ends.append(contentsOf: other.ends[range])
    payload.append(other.payload, rows: range)
    sources.append(other.sources, rows: range)
    devices.append(other.devices, rows: range)
    for column in other.metadata {
      for (index, row) in column.rows.enumerated() where range.contains(row) {
        append(column.values[index], for: column.key, at: base + row - range.lowerBound)
      }
    }
    if isNumbered { dots.append(other.dots, rows: range) } else { dots = DotColumn() }
    if isPositioned {
      positions.append(other.positions, rows: range)
    } else {
      positions = CounterColumn()
    }
  }

  /// The rows of `range` as a run of their own.
  package func slice(_ range: Range<Int>) -> Self {
    if range == 0..<count { return self }
    var result = Self(empty: type, like: payload)
    result.append(self, rows: range)
    return result
  }

  /// Only the given rows, which ascend.
  package func selecting(_ rows: [Int]) -> Self {
    if rows.count == count { return self }
    if let first = rows.first, let last = rows.last, last - first == rows.count - 1 {
      return slice(first..<(last + 1))
    }
    var result = Self(empty: type, like: payload)
    result.uuids = rows.map { uuids[$0] }
    result.starts = rows.map { starts[$0] }
    result.ends = rows.map { ends[$0] }
    result.payload = payload.selecting(rows)
    result.sources = sources.selecting(rows)
    result.devices = devices.selecting(rows)
    result.metadata = metadata.map { $0.selecting(rows) }.filter { !$0.rows.isEmpty }
    if !dots.isEmpty { result.dots = dots.selecting(rows) }
    if !positions.isEmpty { result.positions = positions.selecting(rows) }
    return result
  }

  private mutating func append(_ value: MetadataValue, for key: String, at row: Int) {
    if let index = metadata.firstIndex(where: { $0.key == key }) {
      metadata[index].append(value, at: row)
    } else {
      var column = MetadataColumn(key: key)
      column.append(value, at: row)
      metadata.append(column)
    }
  }

  /// A run without rows whose payload is of the same kind as `payload`.
  package init(empty type: ObjectType, like payload: Payload) {
    self.type = type
    uuids = []
    starts = []
    ends = []
    self.payload = payload.emptied
    sources = DictionaryColumn()
    devices = DictionaryColumn()
    metadata = []
    dots = DotColumn()
    positions = CounterColumn()
  }
}

extension SampleRun {
  /// A run of one object.
  package init(_ sample: Sample) {
    self.init(emptyFor: sample)
    append(sample)
  }

  /// A run without rows that can begin with an object.
  package init(emptyFor sample: Sample) {
    self.init(empty: sample.type, like: Payload(sample.value).emptied)
  }

  /// Appends one object, which has the run's type and kind of payload.
  package mutating func append(_ sample: Sample) {
    precondition(sample.type == type, "one type to a run")
    let row = count
    uuids.append(sample.uuid)
    starts.append(sample.start)
    ends.append(sample.end)
    payload.append(sample.value)
    sources.append(sample.source)
    devices.append(sample.device)
    guard !sample.metadata.isEmpty else { return }
    for key in sample.metadata.keys.sorted() {
      if let value = sample.metadata[key] { append(value, for: key, at: row) }
    }
  }

  /// The object in `row`.
  package subscript(row: Int) -> Sample {
    var values: Metadata = [:]
    for column in metadata { values[column.key] = column.value(at: row) }
    return Sample(
      uuid: uuids[row], type: type, start: starts[row], end: ends[row], value: payload[row],
      source: sources[row], device: devices[row], metadata: values)
  }
}
