package import HealthModel
package import SyncCore

// What the rules read.
extension MemoryStore {
  /// The rows of one moment.
  package struct Pin: Sendable {
    let rows: [Row]
  }

  /// Where a walk stands: after the last row that it gave out.
  package struct Walk: Sendable {
    let range: SharedRange
    let selection: RowSelection
    var last: (end: Double, key: DotKey)?
  }

  /// What a row counts for where bytes are limited.
  package static let rowWeight = 64

  package mutating func live(among dots: VersionVector) throws -> VersionVector {
    var result = VersionVector()
    forEach(in: state.rows, among: dots) { row in
      if isTold(row) { result.insert(dot(row.key)) }
    }
    return result
  }

  package mutating func tombstones(among dots: VersionVector) throws -> VersionVector {
    var result = VersionVector()
    let types = state.types
    forEach(in: state.tombstones, among: dots) { result.insert(Self.dot($0.key, types)) }
    return result
  }

  /// The live rows among the dots, ascending.
  func rows(among dots: VersionVector) -> [Row] {
    var found: [Row] = []
    forEach(in: state.rows, among: dots) { found.append($0) }
    // A vector has no order of its own, and what follows from one must not depend on chance.
    return dots.streams.count > 1 ? found.sorted { $0.key < $1.key } : found
  }

  private func forEach<Element: Keyed>(
    in elements: [Element], among dots: VersionVector, _ body: (Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    for (stream, intervals) in dots.streams {
      guard let type = number(of: stream.type) else { continue }
      for interval in intervals.intervals {
        var index = elements.lowerBound(
          DotKey(
            incarnation: stream.incarnation.rawValue, type: type, sequence: interval.lowerBound))
        while index < elements.count {
          let key = elements[index].key
          guard key.incarnation == stream.incarnation.rawValue, key.type == type,
            key.sequence <= interval.upperBound
          else { break }
          body(elements[index])
          index += 1
        }
      }
    }
  }

  package mutating func deletions(
    after position: Int64, atMost limit: Int
  ) throws -> (runs: [DeletionRun], through: LogPlace) {
    let later = state.tombstones.filter { $0.position > position }
      .sorted { $0.position < $1.position }
    let told = later.prefix(max(1, bug == .logEndsEarly ? min(limit, 1) : limit))
    var runs: [DeletionRun] = []
    for (type, entries) in Self.grouped(told.map(\.self), by: \.key.type) {
      var dots = DotColumn()
      for entry in entries { dots.append(Self.span(entry.key)) }
      let run = DeletionRun(
        type: state.types[type], uuids: entries.map(\.uuid), ends: entries.map(\.end),
        sources: DictionaryColumn(repeating: Self.source.source, count: entries.count), dots: dots)
      if let run { runs.append(run) }
    }
    guard told.count < later.count, let last = told.last, bug != .logEndsEarly else {
      return (runs, head)
    }
    return (
      runs, LogPlace(position: last.position, incarnation: incarnation(at: last.position))
    )
  }

  /// Cuts `elements` where the value of `property` changes.
  private static func grouped<Element>(
    _ elements: [Element], by property: KeyPath<Element, Int>
  ) -> [(Int, ArraySlice<Element>)] {
    elements.chunked { $0[keyPath: property] == $1[keyPath: property] }
      .compactMap { chunk in chunk.first.map { ($0[keyPath: property], chunk) } }
  }

  private static func span(_ key: DotKey) -> DotColumn.Span {
    DotColumn.Span(
      incarnation: Incarnation(rawValue: key.incarnation), first: key.sequence, count: 1)
  }

  package mutating func walk(_ range: SharedRange, _ selection: RowSelection) throws -> Walk {
    Walk(range: range, selection: selection)
  }

  package mutating func next(
    _ walk: inout Walk, without known: VersionVector, atMost limits: SessionLimits
  ) throws -> [SampleRun] {
    let isIn = state.types.map { walk.range.scope.contains($0) }
    var found: [Row] = []
    for row in state.rows
    where isTold(row) && !row.isDamaged && isIn[row.key.type] && row.end >= walk.range.floor {
      if let last = walk.last, !Self.isBefore((last.end, last.key), (row.end, row.key)) { continue }
      if bug == .walkSkipsTies, walk.last?.end == row.end { continue }
      let dot = dot(row.key)
      let isSelected =
        switch walk.selection {
        case .lacking(let vector): !vector.covers(dot)
        case .before(let knownFrom): row.end < knownFrom[dot.type]
        }
      if isSelected, !known.covers(dot) { found.append(row) }
    }
    found.sort { Self.isBefore(($0.end, $0.key), ($1.end, $1.key)) }
    let limit = max(1, min(limits.samples, limits.bytes / Self.rowWeight))
    if found.count > limit { found.removeLast(found.count - limit) }
    if let last = found.last { walk.last = (last.end, last.key) }
    // No closure holds the store: it would be copied.
    let types = state.types
    return Self.grouped(found, by: \.key.type).flatMap { type, rows in
      Self.withoutTwins(rows).map { Self.run(of: $0, type: types[type]) }
    }
  }

  /// Rows in parts of which none has a UUID twice.
  private static func withoutTwins(_ rows: ArraySlice<Row>) -> [ArraySlice<Row>] {
    var parts: [ArraySlice<Row>] = []
    var uuids: Set<SampleUUID> = []
    var start = rows.startIndex
    for index in rows.indices where !uuids.insert(rows[index].uuid).inserted {
      parts.append(rows[start..<index])
      uuids = [rows[index].uuid]
      start = index
    }
    return parts + [rows[start...]]
  }

  private static func isBefore(_ left: (Double, DotKey), _ right: (Double, DotKey)) -> Bool {
    left.0 != right.0 ? left.0 > right.0 : left.1 < right.1
  }

  static func run(of rows: ArraySlice<Row>, type: ObjectType) -> SampleRun {
    var dots = DotColumn()
    for row in rows { dots.append(span(row.key)) }
    let ends = rows.map(\.end)
    let run = SampleRun(
      type: type, uuids: rows.map(\.uuid), starts: ends, ends: ends,
      payload: payload(of: rows),
      sources: DictionaryColumn(repeating: source, count: rows.count),
      devices: DictionaryColumn(repeating: nil, count: rows.count), dots: dots)
    guard let run else { preconditionFailure("columns of one length fit each other") }
    return run
  }

  private static func payload(of rows: ArraySlice<Row>) -> SampleRun.Payload {
    if rows.first?.shape.body != nil { return .objects(rows.compactMap(\.shape.body)) }
    return .quantity(
      values: rows.map { Double($0.content) },
      units: DictionaryColumn(repeating: unit, count: rows.count))
  }

  static let unit = Unit.count
  static let source = SourceRevision(
    source: Source(bundleIdentifier: "local.simulation", name: "Simulation"))

  package mutating func documentPiece(
    _ ordinal: Int, of uuid: SampleUUID
  ) throws -> DocumentReading {
    guard let piece = state.documents[uuid]?[ordinal] else { return .none }
    return .bytes(piece)
  }

  package mutating func pin() throws -> Pin { Pin(rows: state.rows) }

  package mutating func roots(
    _ range: SharedRange, in pin: Pin
  ) throws -> [Int64: DayRoot] {
    var roots: [Int64: DayRoot] = [:]
    var mixer: (incarnation: UInt64, type: Int, mixer: DotMixer)?
    let types = state.types
    forEach(in: pin, range) { row in
      if mixer?.incarnation != row.key.incarnation || mixer?.type != row.key.type {
        mixer = (row.key.incarnation, row.key.type, DotMixer(Self.stream(row.key, types)))
      }
      guard let mixer = mixer?.mixer else { return }
      let root = DayRoot(count: 1, sum: mixer.mix(row.key.sequence))
      roots[DayList.day(of: row.end), default: DayRoot()].add(root)
    }
    return roots
  }

  package mutating func lists(
    _ range: SharedRange, days: [Int64]?, in pin: Pin
  ) throws -> [DayList] {
    let wanted = days.map(Set.init)
    var lists: [DayList] = []
    let types = state.types
    forEach(in: pin, range) { row in
      let day = DayList.day(of: row.end)
      guard wanted?.contains(day) ?? true else { return }
      if let index = lists.firstIndex(where: { $0.day == day }) {
        lists[index].live.insert(Self.dot(row.key, types))
      } else {
        var live = VersionVector()
        live.insert(Self.dot(row.key, types))
        lists.append(DayList(day: day, live: live))
      }
    }
    if bug == .intervalsLoseLast {
      for index in lists.indices {
        for (stream, intervals) in lists[index].live.streams where intervals.count > 1 {
          if let last = intervals.max { lists[index].live.uncover(last...last, in: stream) }
        }
      }
    }
    return lists.sorted { $0.day < $1.day }
  }

  /// Whether peers are told of a row: of all, but for what is wrong on purpose.
  private func isTold(_ row: Row) -> Bool {
    switch bug {
    case .twinsAreHidden: !state.rows.contains { $0.uuid == row.uuid && $0.key < row.key }
    case .damageIsAbsence: !row.isDamaged
    default: true
    }
  }

  private func forEach(in pin: Pin, _ range: SharedRange, _ body: (Row) -> Void) {
    let isIn = state.types.map { range.scope.contains($0) }
    let floor =
      bug == .listsIgnoreFloor && range.floor > -1e12
      ? DayList.start(of: DayList.day(of: range.floor)) : range.floor
    for row in pin.rows
    where isTold(row) && !row.isDamaged && row.end >= floor && isIn[row.key.type] {
      body(row)
    }
  }

  private static func stream(_ key: DotKey, _ types: [ObjectType]) -> VersionVector.Stream {
    VersionVector.Stream(
      incarnation: Incarnation(rawValue: key.incarnation), type: types[key.type])
  }

  package mutating func ends(of dots: VersionVector) throws -> [(dot: Dot, end: Double)] {
    rows(among: dots).filter { !$0.isDamaged }
      .map { (state.types[$0.key.type], dot($0.key), $0.end) }
      .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
      .map { ($0.1, $0.2) }
  }

  package func count(of type: ObjectType) -> Int {
    guard let type = number(of: type) else { return 0 }
    return state.rows.count { $0.key.type == type }
  }
}

extension Array {
  /// Cuts the array between neighbours that do not belong together.
  fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = 0
    for index in indices where index > 0 && !belong(self[index - 1], self[index]) {
      chunks.append(self[start..<index])
      start = index
    }
    if start < count { chunks.append(self[start...]) }
    return chunks
  }
}

extension MemoryStore {
  /// What is live of a type, or told to be dead, with its end.
  static func objects(of store: Self, _ type: ObjectType) -> [(uuid: SampleUUID, end: Double)] {
    guard let type = store.number(of: type) else { return [] }
    let live = store.state.rows.filter { $0.key.type == type }.map { ($0.uuid, $0.end) }
    let dead = store.state.tombstones.filter { $0.key.type == type }.map { ($0.uuid, $0.end) }
    return live + dead
  }
}
