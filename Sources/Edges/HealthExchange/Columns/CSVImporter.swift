package import HealthModel
package import StoreAccess
internal import TextFormats

/// Takes a table that is a text, as somebody says what its columns are.
package struct CSVImporter: FormImporter {
  /// So many rows between two looks at whether to go on.
  private static let rowsBetween = 4_096
  /// As much as tells where the first line ends.
  private static let beginningBytes = 64 << 10

  private static let mostShown = 32

  /// Where the cells of a row are.
  private struct Places {
    var start: [Int]
    var end: [Int]?
    var type: Int?
    var value: Int?
    var unit: Int?
    var source: [Int]?
    var device: [Int]?
    var measures: [(measure: ColumnMap.Measure, column: Int)]
  }

  private let map: ColumnMap
  private let path: String
  private var rows: RowsToSave
  private var sources: [String: Int32] = [:]
  private var devices: [String: Int32] = [:]

  /// Whether a file looks like such a table: its first line has cells, and its name says so.
  package static func takes(_ path: String) throws -> Bool {
    let name = path.lowercased()
    guard [".csv", ".tsv"].contains(where: name.hasSuffix) else { return false }
    return try columns(of: path).count > 1
  }

  /// The names of columns as errors show them, with dots for what is no name: the first row of a table without names
  /// has health values.
  package static func shown(_ columns: [String]) -> String {
    let shown = columns.prefix(mostShown).map { column in
      let isName =
        column.unicodeScalars.first?.properties.isAlphabetic ?? false
        && column.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isName && column.utf8.count <= 64 ? "'\(column)'" : "'…'"
    }
    return (shown + (columns.count > mostShown ? ["…"] : [])).joined(separator: ", ")
  }

  /// The names of a table's columns.
  package static func columns(of path: String) throws -> [String] {
    let beginning = try PlainStream(path).beginning(beginningBytes)
    var reader = CSVReader(beginning) { [] }
    return try reader.row()?.cells ?? []
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - map: What its columns are.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - options: How it is taken.
  /// - Throws: What the store throws.
  package init(
    _ path: String, as map: ColumnMap, into data: any OwnerAccess, uuids: UUIDSequence,
    _ options: Importer.Options = Importer.Options()
  ) async throws {
    self.path = path
    self.map = map
    rows = try await RowsToSave(into: data, from: path, uuids: uuids, options)
  }

  /// Reads all rows.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: `ExportError` where the file does not have the columns, and what the store and the disk throw. All that
  ///   was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    let stream = try PlainStream(path)
    let beginning = try stream.beginning(Self.beginningBytes)
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      throw ExportError("it is UTF-16", advice: "Convert it: 'iconv -f UTF-16 -t UTF-8'.")
    }
    let first = try stream.next()
    var reader = CSVReader(first, separator: map.separator) { try stream.next() }
    guard let header = try reader.row() else { throw ExportError("it is empty") }
    let places = try places(in: header.cells)
    var count = 0
    while let row = try reader.row() {
      try await take(row, places)
      count += 1
      guard count.isMultiple(of: Self.rowsBetween) else { continue }
      try await rows.save(
        at: Double(stream.position) / Double(max(1, stream.byteCount)), isToGoOn)
    }
    try await rows.save(at: 1, isToGoOn)
    rows.context.summary.isComplete = true
    return rows.context.summary
  }

  private func places(in header: [String]) throws -> Places {
    let header = header.map { $0.trimmingBlanks }
    func place(_ name: String) throws -> Int {
      if let place = header.firstIndex(of: name) { return place }
      let lowercased = name.lowercased()
      if let place = header.firstIndex(where: { $0.lowercased() == lowercased }) { return place }
      throw ExportError(
        "it has no column '\(name)'",
        advice: "Its columns are \(Self.shown(header)).")
    }
    func places(_ field: ColumnMap.Field) throws -> [Int]? {
      guard case .columns(let names) = map.fields[field] else { return nil }
      var found: [Int] = []
      for name in names { found.append(try place(name)) }
      return found
    }
    var measures: [(measure: ColumnMap.Measure, column: Int)] = []
    for measure in map.measures { measures.append((measure, try place(measure.column))) }
    return Places(
      start: try places(.start) ?? places(.date) ?? [], end: try places(.end),
      type: try places(.type)?.first, value: try places(.value)?.first,
      unit: try places(.unit)?.first, source: try places(.source),
      device: try places(.device), measures: measures)
  }

  // A row.

  private mutating func take(_ row: CSVReader.Row, _ places: Places) async throws {
    func text(_ columns: [Int]) -> String {
      columns.map { $0 < row.cells.count ? row.cells[$0].trimmingBlanks : "" }
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    func fixed(_ field: ColumnMap.Field) -> String? {
      if case .text(let text) = map.fields[field] { text } else { nil }
    }
    guard let start = map.pattern.instant(text(places.start), in: map.zone) else {
      return rows.context.summary.lose("row", line: row.line, .badDate)
    }
    var end = start
    if let columns = places.end {
      guard let instant = map.pattern.instant(text(columns), in: map.zone) else {
        return rows.context.summary.lose("row", line: row.line, .badDate)
      }
      end = instant
    }
    guard end >= start else {
      return rows.context.summary.lose("row", line: row.line, .endsEarly)
    }
    let named = places.source.map(text) ?? fixed(.source) ?? ""
    guard let source = source(named.isEmpty ? ColumnMap.usualSource : named) else {
      return rows.context.summary.lose("row", line: row.line, .badText)
    }
    var draft = ImportRow(
      line: row.line, start: start.rounded(.down), end: end.rounded(.down), source: source,
      device: device(places.device.map(text) ?? fixed(.device) ?? ""))
    draft.add(.start(start), &rows.context)
    draft.add(.end(end), &rows.context)
    for (measure, column) in places.measures {
      let cell = text([column])
      guard !cell.isEmpty else { continue }
      // People write hundredths where a store has a fraction.
      let isPercent = measure.unit == "%"
      try await add(cell, measure.type, measure.unit, isPercent: isPercent, draft)
    }
    if let value = places.value, let name = places.type.map({ text([$0]) }) ?? fixed(.type) {
      guard let type = ObjectType(named: name)?.description else {
        // It may be a health value, where the mapping names the wrong column.
        guard Self.isWord(name) else {
          return rows.context.summary.lose("row", line: row.line, .noType)
        }
        return rows.context.summary.meetUnknown(name)
      }
      let unit = places.unit.map { text([$0]) } ?? fixed(.unit) ?? ""
      try await add(text([value]), type, unit, isPercent: false, draft)
    }
  }

  private mutating func add(
    _ cell: String, _ type: TypeDescription, _ unit: String?, isPercent: Bool, _ draft: ImportRow
  ) async throws {
    var draft = draft
    func lose(_ problem: ImportProblem) {
      rows.context.summary.lose("row", line: draft.line, problem, of: type.type)
    }
    switch type.kind {
    case .quantity:
      guard let value = number(cell) else { return lose(.badNumber) }
      guard let unit, let number = rows.context.tables.unit(Array(unit.utf8)[...]) else {
        return lose(.badUnit(unit.map { Self.isWord($0) ? $0 : "…" } ?? ""))
      }
      let known = rows.context.tables.units[Int(number)]
      guard type.canonicalUnit.map(known.isCompatible) ?? true else { return lose(.wrongUnit) }
      draft.unit = number
      draft.value = isPercent ? value / 100 : value
    case .category:
      guard let value = category(cell, type) else { return lose(.unknownValue) }
      draft.value = Double(value)
    default: return lose(.unreadable("samples of the type are more than a number"))
    }
    try await rows.add(draft, of: type)
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 128 && (text.first?.isLetter ?? false)
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
  }

  /// The number of a category's value by its number or name.
  private func category(_ text: String, _ type: TypeDescription) -> Int64? {
    CategoryNames.value(text, of: type) ?? CategoryNames.value(spelled: text, of: type)
  }

  /// A number as the table writes it, with or without separators between thousands.
  private func number(_ text: String) -> Double? {
    var digits: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        digits.append(byte)
      case UInt8(ascii: "."): if !map.hasDecimalComma { digits.append(byte) }
      case UInt8(ascii: ","):
        guard map.hasDecimalComma else { return nil }
        digits.append(UInt8(ascii: "."))
      // Between thousands: blanks of any width, and apostrophes of both kinds.
      case UInt8(ascii: " "), UInt8(ascii: "'"), 0xC2, 0xA0, 0xE2, 0x80, 0x89, 0xAF, 0x99: continue
      default: return nil
      }
    }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      return nil
    }
    return number
  }

  private mutating func source(_ name: String) -> Int32? {
    if let known = sources[name] { return known }
    guard let number = rows.context.tables.source(Array(name.utf8)[...], version: []) else {
      return nil
    }
    sources[name] = number
    return number
  }

  private mutating func device(_ name: String) -> Int32 {
    guard !name.isEmpty else { return 0 }
    if let known = devices[name] { return known }
    let number = rows.context.tables.device(0, setting: .name, to: name)
    devices[name] = number
    return number
  }
}

extension String {
  /// Without blanks around it.
  fileprivate var trimmingBlanks: String {
    // Mostly there are none.
    if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first),
      (0x21..<0x7F).contains(last)
    {
      return self
    }
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
