internal import CalendarEdges
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@testable internal import HealthExchange

// @testable: the reader of rows is the importer's own.

/// Tables that are texts, and what people say that their columns are.
@Suite struct CSVImportTests {
  private static let folder = TimeZoneRules.usualFolder

  private static let scale = """
    Datum;Uhrzeit;Gewicht;Fett (%);Notiz\r
    01.03.2024;07:15;82,4;23,5;"nach; dem
    Lauf"\r
    02.03.2024;07:20;1.082,1;;\r
    31.03.2024;02:30;81,9;23,1;\r

    """
  private static let map = """
    # my scale
    date    = Datum, Uhrzeit
    format  : dd.MM.yyyy HH:mm
    zone    : Europe/Berlin
    decimal : ,
    source  : Bathroom scale
    bodyMass [kg]         = gewicht
    bodyFatPercentage [%] = Fett (%)
    """

  private func take(
    _ table: String, as map: String, into export: AppleExport,
    _ options: Importer.Options = .init()
  ) async throws -> ImportSummary {
    try export.folder.write(Array(table.utf8), to: "table.csv")
    var entropy = Entropy()
    var importer = try await CSVImporter(
      export.folder.file("table.csv"),
      as: try ColumnMap(map, zone: .utc, in: Self.folder), into: export.data,
      uuids: UUIDSequence(using: &entropy), options)
    return try await importer.run { _ in true }
  }

  private func quantities(_ type: ObjectType, _ export: AppleExport) async throws -> [Quantity] {
    try await export.samples(type).compactMap {
      if case .quantity(let quantity) = $0.value { quantity } else { nil }
    }
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `a scale's table becomes samples, once`(mark: String) async throws {
    let export = try await AppleExport()
    let summary = try await take(mark + Self.scale, as: Self.map, into: export)
    #expect(summary.total.saved == 5 && summary.lossCount == 0)
    let kilograms = try #require(AppleUnit.unit("kg"))
    #expect(
      try await quantities(.bodyMass, export)
        == [82.4, 1_082.1, 81.9].map { Quantity($0, kilograms) })
    let fat = try await quantities(ObjectType("HKQuantityTypeIdentifierBodyFatPercentage"), export)
    #expect(fat.map(\.value) == [0.235, 0.231])
    let samples = try await export.samples(.bodyMass)
    #expect(
      samples.map { DateText(secondsSince2001: $0.start)?.text ?? "" } == [
        // Winter, and an hour that clocks in Berlin skip.
        "2024-03-01T06:15:00Z", "2024-03-02T06:20:00Z", "2024-03-31T01:30:00Z",
      ])
    #expect(samples.allSatisfy { $0.source.source.name == "Bathroom scale" })
    let again = try await take(Self.scale, as: Self.map, into: export)
    #expect(again.total.saved == 0 && again.total.known == 5)
    let dry = try await AppleExport()
    let tried = try await take(Self.scale, as: Self.map, into: dry, .init(isDryRun: true))
    #expect(tried.total.saved == 5)
    #expect(try await dry.samples(.bodyMass).isEmpty)
  }

  @Test func `rows that name their types, units and sources`() async throws {
    let export = try await AppleExport()
    let summary = try await take(
      """
      when,until,what,much,of,who,with
      2024-03-01T06:15:00Z,2024-03-01T06:20:00.5Z,stepCount,120,count,Ann,Band
      2024-03-01 07:00,2024-03-01 07:30,sleepAnalysis,asleepREM,,Ann,
      2024-03-01T06:15:00+01:00,2024-03-01T06:15:00+01:00,oxygenSaturation,0.97,%,,Band
      2024-03-01,2024-03-01,nobodyKnows,1,count,Ann,
      2024-03-01,2024-03-01,82.4,1,count,Ann,
      2024-03-01,2024-03-01,bodyMass,1,82.4,Ann,
      """,
      as: """
        start = when
        end = until
        type = what
        value = much
        unit = of
        source = who
        device = with
        """, into: export)
    #expect(summary.total.saved == 3)
    #expect(summary.unknownTypes == ["nobodyKnows": 1])
    // Values in the place of names are not told.
    #expect(summary.losses.map(\.problem) == [.noType, .badUnit("…")])
    let steps = try #require(try await export.samples(.stepCount).first)
    #expect(steps.end - steps.start == 300.5)
    #expect(steps.device?[.name] == "Band")
    let sleep = try #require(try await export.samples(.sleepAnalysis).first)
    #expect(sleep.value == .category(5) && sleep.end - sleep.start == 1_800)
    let oxygen = try #require(try await export.samples(.oxygenSaturation).first)
    #expect(oxygen.source.source.name == "CSV")
    #expect(try await quantities(.oxygenSaturation, export).map(\.value) == [0.97])
  }

  @Test func `what a row has wrong is told with its line, and the others are taken`() async throws {
    let export = try await AppleExport()
    let summary = try await take(
      """
      date,pulse,mood
      2024-03-01 07:00,60,
      2024-02-30 07:00,61,
      2024-03-01 25:00,62,
      2024-03-02 07:00,sixty,
      2024-03-03 07:00,1e999,
      2024-03-03 08:00,63,awful
      short
      2024-03-04 07:00,"64",
      """,
      as: "date = date\nheartRate [count/min] = pulse\nsleepAnalysis = mood", into: export)
    #expect(try await quantities(.heartRate, export).map(\.value) == [60, 63, 64])
    #expect(
      summary.losses.map(\.line) == [3, 4, 5, 6, 7, 8]
        && summary.losses.map(\.problem) == [
          .badDate, .badDate, .badNumber, .badNumber, .unknownValue, .badDate,
        ])
  }

  @Test(arguments: [
    ("heartRate = pulse\ndate = d", 1), ("date = d\nheartRate [kg] = pulse", 2),
    ("date = d\nheartRate [count/min = pulse", 2), ("date = d\nheartRte [count/min] = pulse", 2),
    ("date = d\nworkout = x", 2), ("date = d\ndate = e", 2), ("date = d\nnothing", 2),
    ("date : today", 1), ("date = d\nformat = d", 2), ("date = d\nformat : QQ.MM.yyyy", 2),
    ("date = d\nformat : HH:mm", 2), ("date = d\nzone : Europe/Nowhere", 2),
    ("date = d\nseparator : ab", 2), ("date = d\ndecimal : x", 2), ("date = \"d", 1),
    ("date =", 1), ("date = d\nsleepAnalysis [h] = s", 2), ("date = d\nheartRate [x] = p", 2),
    ("heartRate [count/min] = pulse", 0), ("date = d", 0),
  ])
  func `a mapping that cannot be used says where`(text: String, line: Int) throws {
    let error = try #require(throws: ExportError.self) {
      try ColumnMap(text, zone: .utc, in: Self.folder)
    }
    #expect(error.detail.hasPrefix(line == 0 ? "the mapping" : "line \(line) of the mapping: "))
  }

  @Test func `a column that is not there is named beside those that are`() async throws {
    let export = try await AppleExport()
    let error = await #expect(throws: ExportError.self) {
      try await take("a,b\n1,2", as: "date = a\nheartRate [count/min] = c", into: export)
    }
    #expect(error?.detail == "it has no column 'c'")
    #expect(error?.advice == "Its columns are 'a', 'b'.")
    // A table without names begins with values.
    #expect(CSVImporter.shown(["Puls", "82,4", "2024-03-01", ""]) == "'Puls', '…', '…', '…'")
    await #expect(throws: ExportError.self) {
      try await take("", as: "date = a\nheartRate [count/min] = c", into: export)
    }
    var entropy = Entropy()
    try export.folder.write([0xFF, 0xFE, 0x61, 0], to: "wide.csv")
    var importer = try await CSVImporter(
      export.folder.file("wide.csv"),
      as: try ColumnMap("date = a\nheartRate [count/min] = a", zone: .utc, in: Self.folder),
      into: export.data, uuids: UUIDSequence(using: &entropy))
    await #expect(throws: ExportError.self) { try await importer.run { _ in true } }
  }

  @Test(arguments: [
    ("iso", "2024-03-01", "2024-03-01T00:00:00Z"),
    ("iso", "2024-03-01T07:15:09.25+05:30", "2024-03-01T01:45:09.250Z"),
    ("iso", "2024-03-01 07:15:00 -0800", "2024-03-01T15:15:00Z"),
    ("unix", "1704182400", "2024-01-02T08:00:00Z"),
    ("unix-ms", "1704182400500", "2024-01-02T08:00:00.500Z"),
    ("M/d/yy h:mm a", "1/2/24 8:00\u{202F}PM", "2024-01-02T20:00:00Z"),
    ("M/d/yyyy h:mm a", "12/31/1999 12:05 a.m.", "1999-12-31T00:05:00Z"),
    ("yyyyMMddHHmmss", "20240102080000", "2024-01-02T08:00:00Z"),
    ("dd.MM.yyyy, HH:mm:ss Z", "02.01.2024, 08:00:00 +01:00", "2024-01-02T07:00:00Z"),
  ])
  func `dates are read as they are written`(
    pattern: String, text: String, expected: String
  ) throws {
    let instant = try #require(DatePattern(pattern)?.instant(text, in: .utc))
    #expect(DateText(secondsSince2001: instant)?.text == expected)
    // No date but that one.
    #expect(DatePattern(pattern)?.instant(text + "x", in: .utc) == nil)
    #expect(DatePattern(pattern)?.instant("", in: .utc) == nil)
  }

  @Test func `rows are the same however the bytes come`() throws {
    let text = Array(
      "a;b\r\n\"x;\"\"y\"\"\";\"two\nlines\"\n\n  plain ;\"\"\rlast;end".utf8)
    let expected = [
      CSVReader.Row(line: 1, cells: ["a", "b"]),
      CSVReader.Row(line: 2, cells: ["x;\"y\"", "two\nlines"]),
      CSVReader.Row(line: 5, cells: ["  plain ", ""]),
      CSVReader.Row(line: 6, cells: ["last", "end"]),
    ]
    for size in 1...text.count {
      var position = 0
      func piece() -> [UInt8] {
        defer { position = min(text.count, position + size) }
        return Array(text[position..<min(text.count, position + size)])
      }
      var reader = CSVReader([], separator: UInt8(ascii: ";"), next: piece)
      var rows: [CSVReader.Row] = []
      while let row = try reader.row() { rows.append(row) }
      #expect(rows == expected, "in pieces of \(size)")
    }
    // A quote that nobody closes is no reason to fill the memory.
    var endless = CSVReader([UInt8(ascii: "\"")]) { [UInt8](repeating: 0x41, count: 4_096) }
    #expect(throws: ExportError.self) { try endless.row() }
  }

  @Test func `a table is told by its name and its cells`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("a,b\n1,2".utf8), to: "table.CSV")
    try folder.write(Array("nothing".utf8), to: "text.csv")
    try folder.write(Array("a,b\n".utf8), to: "table.txt")
    #expect(try CSVImporter.takes(folder.file("table.CSV")))
    #expect(try !CSVImporter.takes(folder.file("text.csv")))
    #expect(try !CSVImporter.takes(folder.file("table.txt")))
    #expect(try CSVImporter.columns(of: folder.file("table.CSV")) == ["a", "b"])
  }
}
