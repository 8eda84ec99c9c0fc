internal import HealthCodec
internal import HealthExchange
internal import HealthModel
internal import PostgresCore
internal import SQLiteCore
internal import StoreAccess
internal import TextFormats

/// What happened to samples of a store, as a mirror takes it in one transaction.
struct MirrorBatch: Sendable {
  private(set) var runs: [SampleRun] = []
  private(set) var deleted: [SampleUUID] = []
  private(set) var count = 0
  /// The bytes of documents among what was saved.
  private(set) var documents: [SampleUUID: [UInt8]] = [:]
  private(set) var documentBytes = 0

  /// Adds what was saved.
  mutating func add(_ run: SampleRun) {
    guard !run.isEmpty else { return }
    runs.append(run)
    count += run.count
  }

  /// Adds a page of what happened.
  mutating func add(_ changes: StoreChanges) {
    for run in changes.added { add(run) }
    delete(changes.deleted.map(\.uuid))
  }

  /// Adds what was deleted: of that nothing is left that was saved before.
  mutating func delete(_ uuids: [SampleUUID]) {
    guard !uuids.isEmpty else { return }
    deleted += uuids
    count += uuids.count
    let gone = Set(uuids)
    for index in runs.indices {
      let all = runs[index].uuids
      guard all.contains(where: gone.contains) else { continue }
      runs[index] = runs[index].selecting(all.indices.filter { !gone.contains(all[$0]) })
    }
    runs.removeAll(where: \.isEmpty)
    for uuid in uuids { documentBytes -= documents.removeValue(forKey: uuid)?.count ?? 0 }
  }

  /// Adds the bytes of a document.
  mutating func add(_ bytes: [UInt8], of document: SampleUUID) {
    documentBytes += bytes.count - (documents.updateValue(bytes, forKey: document)?.count ?? 0)
  }

  /// The rows of the table of documents.
  func documentRows(of subject: SampleUUID) -> CopyRows {
    var rows = CopyRows()
    for (uuid, bytes) in documents {
      rows.begin(3)
      rows.add(subject.bytes)
      rows.add(uuid.bytes)
      rows.add(bytes)
    }
    return rows
  }

  /// The UUIDs of what was saved.
  var uuids: [SampleUUID] { runs.flatMap(\.uuids) }

  /// The months that samples begin in, counted from the year 0.
  var months: Set<Int> {
    var months: Set<Int> = []
    var known = 0..<0
    for start in runs.lazy.flatMap(\.starts) {
      guard let second = Int(exactly: start.rounded(.down)) else { continue }
      let day = second.flooredQuotient(by: 86_400)
      if known.contains(day) { continue }
      let date = CivilDate(dayNumber: day)
      let first = day - date.day + 1
      known = first..<first + CivilDate.dayCount(ofMonth: date.month, inYear: date.year)
      months.insert(date.year * 12 + date.month - 1)
    }
    return months.filter(MirrorSchema.months.contains)
  }

  /// The rows of the table of samples.
  ///
  /// - Parameters:
  ///   - subject: Whose samples these are.
  ///   - names: Get new numbers.
  ///   - connection: In a transaction, which names what has no number yet.
  /// - Returns: The rows, in the order of the columns.
  /// - Throws: What the server says.
  func rows(
    of subject: SampleUUID, _ names: inout MirrorNames,
    _ connection: borrowing PostgresConnection
  ) throws -> CopyRows {
    var rows = CopyRows()
    let subjectBytes = subject.bytes
    for run in runs {
      let type = try names.named(run.type, connection)
      let values = run.values(in: type.unit)
      let hasMetadata = Set(run.metadata.lazy.flatMap(\.rows))
      var cells = SampleCells(run.type, documents: false)
      for row in 0..<run.count {
        let source = try names.number(of: run.sources[row], for: subject, connection)
        let device = try run.devices[row].map {
          try names.number(of: $0, for: subject, connection)
        }
        let (start, end) = (run.starts[row], run.ends[row])
        let (startMoment, endMoment) = (CopyRows.moment(of: start), CopyRows.moment(of: end))
        var isWhole =
          !hasMetadata.contains(row) && CopyRows.instant(of: startMoment) == start
          && CopyRows.instant(of: endMoment) == end
        rows.begin(13)
        rows.add(subjectBytes)
        rows.add(type.number)
        rows.add(moment: startMoment)
        rows.add(run.uuids[row].bytes)
        rows.add(moment: endMoment)
        switch run.payload {
        case .quantity(let given, let units):
          rows.add(values[row])
          // Where it is as the type's unit has it, the value says it all.
          if units[row] == type.unit {
            rows.addNull()
            rows.addNull()
          } else {
            rows.add(given[row])
            rows.add(units[row].unitString)
          }
        case .category(let given):
          isWhole = isWhole && abs(given[row]) < 1 << 53
          rows.add(Double(given[row]))
          rows.addNull()
          rows.addNull()
        case .objects:
          isWhole = false
          for _ in 0..<3 { rows.addNull() }
        }
        rows.add(source)
        if let device { rows.add(device) } else { rows.addNull() }
        if case .objects(let bodies) = run.payload {
          if case .association(let workout, let members) = bodies[row] {
            rows.add(json: Self.link(workout, members))
          } else {
            rows.add(
              json: Self.details(cells.columns.map(\.name), cells.cells(run, row, ExportParts())))
          }
        } else {
          rows.addNull()
        }
        if hasMetadata.contains(row) {
          let metadata = run.metadata.reduce(into: Metadata()) { $0[$1.key] = $1.value(at: row) }
          rows.add(json: ExactValue.json(metadata).text)
        } else {
          rows.addNull()
        }
        if isWhole { rows.addNull() } else { rows.add(try Self.raw(run, row)) }
      }
    }
    return rows
  }

  /// The whole row as the store has it, for what the columns cannot say exactly.
  private static func raw(_ run: SampleRun, _ row: Int) throws -> [UInt8] {
    let piece = run.slice(row..<row + 1)
    // Its place in the log means nothing elsewhere.
    let whole = SampleRun(
      type: piece.type, uuids: piece.uuids, starts: piece.starts, ends: piece.ends,
      payload: piece.payload, sources: piece.sources, devices: piece.devices,
      metadata: piece.metadata)
    return try whole?.encoded() ?? []
  }

  /// What belongs to a workout.
  private static func link(_ workout: SampleUUID, _ members: Members) -> String {
    JSONValue.object([
      .init("workout", .string(workout.description)),
      .init("members", .array(members.uuids.map { .string($0.description) })),
    ]).text
  }

  private static func details(_ names: [String], _ cells: [SQLValue]) -> String {
    // Lists and what has parts of its own are JSON already.
    let nested: Set = ["members", "events", "legs", "details"]
    var members: [JSONValue.Member] = []
    for (name, cell) in zip(names, cells) {
      switch cell {
      case .integer(let number): members.append(.init(name, .integer(number)))
      case .number(let number) where number.isFinite: members.append(.init(name, .number(number)))
      case .text(let text):
        let parsed = nested.contains(name) ? try? JSONValue(parsing: text) : nil
        members.append(.init(name, parsed ?? .string(text)))
      default: break
      }
    }
    return JSONValue.object(members).text
  }
}

extension SampleRun {
  /// The numbers as a mirror has them: quantities in the unit of the type there, and categories.
  func values(in unit: Unit?) -> [Double] {
    switch payload {
    case .quantity(var values, let units):
      guard let unit else { return values }
      units.forEachRun { given, rows in
        guard given != unit, let conversion = UnitConversion.remembered(from: given, to: unit)
        else {
          return
        }
        for row in rows { values[row] = conversion(values[row]) }
      }
      return values
    case .category(let values): return values.map { Double($0) }
    case .objects: return []
    }
  }
}
