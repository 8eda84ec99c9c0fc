internal import HealthExchange
internal import HealthModel
internal import SQLiteCore
internal import TextFormats

/// Samples, and what has to be read beside them.
struct SamplePart: Sendable {
  let run: SampleRun
  let parts: ExportParts

  /// As many rows are read ahead: four times what the engine reads at a time, about 8 MB.
  static let mostReady = 65_536
}

/// The rows of a table of samples as they are read.
final class SampleScan: TableScan {
  private let feed: Feed<SamplePart>
  private let request: TableRequest
  private let units: [ObjectType: Unit]
  private let valueAt: Int
  private let originAt: Int
  private let special: (_ part: SamplePart, _ row: Int, _ column: Int) -> SQLValue
  private var writer = DateWriter(.sqlite)
  private var part: SamplePart?

  /// - Parameters:
  ///   - feed: The samples.
  ///   - request: Which columns are looked at.
  ///   - conditions: Say where which columns are.
  ///   - units: The units that quantities are shown in.
  ///   - special: The cells between those that all tables have, but for values.
  init(
    _ feed: Feed<SamplePart>, _ request: TableRequest, by conditions: SampleConditions,
    in units: [ObjectType: Unit],
    special: @escaping (_ part: SamplePart, _ row: Int, _ column: Int) -> SQLValue
  ) {
    self.feed = feed
    self.request = request
    self.units = units
    valueAt = conditions.valueAt
    originAt = conditions.originAt
    self.special = special
  }

  deinit { feed.close() }

  func next() throws -> TablePiece? {
    part = try feed.next()
    guard let run = part?.run else { return nil }
    var piece = TablePiece(rows: run.count)
    for (column, seconds) in [(originAt + 6, run.starts), (originAt + 7, run.ends)]
    where request.looks(at: column) {
      piece.numbers[column] = seconds.map { $0 + Instant.secondsFrom1970 }
    }
    for (column, texts) in texts(of: run) where request.looks(at: column) {
      piece.texts[column] = texts()
    }
    guard request.looks(at: valueAt) else { return piece }
    switch run.payload {
    case .quantity(let values, let saved):
      if let unit = units[run.type] {
        piece.numbers[valueAt] = try saved.converted(values, to: unit)
      }
    // A column of all types has numbers.
    case .category(let values) where units.isEmpty: piece.integers[valueAt] = values
    case .category(let values): piece.numbers[valueAt] = values.map(Double.init)
    case .objects: break
    }
    return piece
  }

  /// How the texts come about that are quicker written for all rows at once.
  private func texts(of run: SampleRun) -> [(column: Int, texts: () -> TextColumn)] {
    func dates(_ seconds: [Double]) -> TextColumn {
      var texts = TextColumn(rows: run.count)
      for instant in seconds { texts.append { writer.append(instant, to: &$0) } }
      return texts
    }
    func uuids() -> TextColumn {
      var texts = TextColumn(rows: run.count)
      for uuid in run.uuids { texts.append { uuid.appendText(to: &$0) } }
      return texts
    }
    return [
      (0, { dates(run.starts) }), (1, { dates(run.ends) }),
      (originAt, { TextColumn(run.sources, \.source.name) }),
      (originAt + 1, { TextColumn(run.sources, \.source.bundleIdentifier) }),
      (originAt + 2, { TextColumn(run.sources, \.version) }),
      (originAt + 3, { TextColumn(run.devices) { $0?[.name] } }), (originAt + 5, uuids),
    ]
  }

  func cell(row: Int, column: Int) -> SQLValue {
    guard let part else { return .null }
    switch column {
    case ..<originAt: return special(part, row, column)
    case originAt + 4:
      let metadata = part.run.metadata.reduce(into: Metadata()) { $0[$1.key] = $1.value(at: row) }
      return metadata.isEmpty ? .null : .text(ExactValue.json(metadata).text)
    // For an OR, SQLite reads the key without having said so, to drop rows that it has had. UUIDs were not read
    // then; a sample's place in the log tells rows apart as well.
    default:
      let positions = part.run.positions
      return positions.isEmpty
        ? .text(part.run.uuids[row].description) : .integer(positions[row])
    }
  }
}

extension TextColumn {
  /// What each row says, where few different rows are many.
  fileprivate init<Value>(_ column: DictionaryColumn<Value>, _ text: (Value) -> String?) {
    self.init(rows: column.count)
    column.forEachRun { value, rows in append(text(value), rows: rows.count) }
  }
}

extension DictionaryColumn<Unit> {
  /// Values in these units as values in one.
  ///
  /// - Throws: Where a unit measures something else.
  func converted(_ values: [Double], to unit: Unit) throws -> [Double] {
    let conversions = try self.values.map { try UnitConversion(from: $0, to: unit) }
    guard !conversions.allSatisfy(\.isIdentity) else { return values }
    var converted = values
    var start = 0
    for (index, end) in zip(runIndexes, runEnds) {
      for row in start..<end { converted[row] = conversions[index](values[row]) }
      start = end
    }
    return converted
  }
}
