internal import ArchiveCore
internal import HealthExchange
internal import HealthModel
internal import SQLiteCore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Databases as Gadgetbridge exports them.
@Suite struct GadgetbridgeTests {
  /// 2024-01-02 08:00 UTC, in seconds since 1970 and since 2001.
  private static let unix = 1_704_182_400
  private static let start = 725_875_200.0

  private static let devices = """
    CREATE TABLE android_metadata (locale TEXT);
    CREATE TABLE USER (_id INTEGER PRIMARY KEY, NAME TEXT, BIRTHDAY INTEGER, GENDER INTEGER);
    CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, MANUFACTURER TEXT, IDENTIFIER TEXT,
      TYPE INTEGER, TYPE_NAME TEXT, MODEL TEXT, ALIAS TEXT);
    """

  private static func minutes(_ table: String, _ further: [String] = []) -> String {
    let columns = ["STEPS", "HEART_RATE", "RAW_KIND", "RAW_INTENSITY"] + further
    return "CREATE TABLE \(table) (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, "
      + columns.map { "\($0) INTEGER" }.joined(separator: ", ")
      + ", PRIMARY KEY (TIMESTAMP, DEVICE_ID));"
  }

  private func database(_ sql: String, in export: AppleExport) throws -> String {
    let path = export.folder.file("Gadgetbridge")
    let connection = try Connection(path: path, mode: .readWriteCreate)
    try connection.execute(Self.devices + sql)
    return path
  }

  private func take(
    _ path: String, into export: AppleExport, _ options: Importer.Options = .init()
  ) async throws -> ImportSummary {
    #expect(try GadgetbridgeImporter.takes(path))
    var generator = Entropy()
    var importer = try await GadgetbridgeImporter(
      path, into: export.data, uuids: UUIDSequence(using: &generator), options)
    return try await importer.run { _ in true }
  }

  private func sleep(_ export: AppleExport) async throws -> [[Double]] {
    try await export.samples(.sleepAnalysis).map { sample in
      guard case .category(let value) = sample.value else { return [] }
      return [(sample.start - Self.start) / 60, (sample.end - Self.start) / 60, Double(value)]
    }
  }

  private func numbers(_ type: ObjectType, _ export: AppleExport) async throws -> [Double] {
    try await export.samples(type).map { sample in
      guard case .quantity(let quantity) = sample.value else { return 0 }
      return quantity.value
    }
  }

  @Test func `a band's minutes are steps, heart rates and sleep, once`() async throws {
    let export = try await AppleExport()
    // Light, as before, deep, woken up; 255 and -1 stand for no heart rate.
    let rows = [
      (0, 12, 80, 1), (1, 0, 255, 1), (2, -1, 60, 9), (3, 0, 61, 112), (4, 0, -1, 11),
      (5, 0, 0, 12),
      (9, 7, 90, 1),
    ]
    let path = try database(
      "INSERT INTO DEVICE VALUES (1, 'Mi Band 3', 'Huami', 'AA:BB', 0, 'MIBAND3', NULL, 'Left');"
        + Self.minutes("MI_BAND_ACTIVITY_SAMPLE")
        + rows.map {
          "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(Self.unix + 60 * $0.0), 1, 1, "
            + "\($0.1), \($0.2), \($0.3), 40);"
        }.joined(), in: export)
    let summary = try await take(path, into: export)
    #expect(summary.total.saved == summary.total.read && summary.isComplete)
    #expect(try await numbers(.stepCount, export) == [12, 7])
    #expect(try await numbers(.heartRate, export) == [80, 60, 61, 90])
    #expect(try await sleep(export) == [[2, 4, 3], [4, 5, 4]])
    let sample = try #require(try await export.samples(.stepCount).first)
    #expect(sample.source.source.name == "Left" && sample.device?[.manufacturer] == "Huami")
    #expect(sample.start == Self.start && sample.end == Self.start + 60)
    // The address of a device is nobody's business.
    #expect(!"\(sample)".contains("AA:BB"))
    let again = try await take(path, into: export)
    #expect(again.total == .init(read: 8, known: 8))
    try await export.data.delete(.stepCount, where: .constant(true))
    #expect(try await take(path, into: export).types[.stepCount] == .init(read: 2, deleted: 2))
    let back = try await take(path, into: export, .init(bringsBack: true))
    #expect(back.types[.stepCount] == .init(read: 2, saved: 2))
  }

  @Test func `a database in an archive is unpacked for as long as it is read`() async throws {
    let export = try await AppleExport()
    let path = try database(
      "INSERT INTO DEVICE VALUES (1, 'Band', '', '', 0, 'MIBAND3', NULL, NULL);"
        + Self.minutes("MI_BAND_ACTIVITY_SAMPLE")
        + "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(Self.unix), 1, 1, 12, 80, 1, 40);",
      in: export)
    var bytes: [UInt8] = []
    let archive = ZipWriter { bytes += $0 }
    try archive.begin("gadgetbridge.json")
    try archive.write(Array("{}".utf8))
    try archive.beginNext("files/notes.db")
    try archive.write(Array("no database at all".utf8))
    try archive.beginNext("database/Gadgetbridge")
    let place = bytes.count
    try archive.write(try FileSystem.readFile(path, atMost: 1 << 20))
    try archive.close()
    let room = export.folder.file("room")
    try FileSystem.createFolder(room)
    func found(_ bytes: [UInt8], in folder: String = room) throws -> ArchivedDatabase? {
      try export.folder.write(bytes, to: "export.zip")
      return try ArchivedDatabase.found(
        in: export.folder.file("export.zip"), unpackingInto: folder)
    }
    let database = try #require(try found(bytes))
    #expect(try FileSystem.names(in: room).isEmpty)
    try database.unpack()
    #expect(try FileSystem.rights(of: database.path).mode & 0o777 == 0o600)
    #expect(try await take(database.path, into: export).total.saved == 2)
    try ArchivedDatabase.remove(database.path)
    #expect(try FileSystem.names(in: room).isEmpty)
    #expect(try found(Array("PK".utf8)) == nil)
    #expect(try found(Array(bytes.prefix(bytes.count / 2))) == nil)
    // In the middle of what is compressed.
    var damaged = bytes
    damaged[place + 60] ^= 0x55
    #expect(throws: ZipError.self) { try found(damaged)?.unpack() }
    let homeless = try #require(try found(bytes, in: export.folder.file("nowhere")))
    let error = #expect(throws: ExportError.self) { try homeless.unpack() }
    #expect(error?.detail.hasPrefix("database/Gadgetbridge cannot be unpacked into ") == true)
    #expect(try FileSystem.names(in: room).isEmpty)
  }

  @Test func `each family has kinds of its own`() async throws {
    let export = try await AppleExport()
    let further = ["SLEEP", "DEEP_SLEEP", "REM_SLEEP"]
    let path = try database(
      "INSERT INTO DEVICE VALUES (1, 'Old', '', '', 0, 'MIBAND', NULL, NULL),"
        + "(2, 'Zepp', '', '', 0, 'AMAZFITGTR', NULL, NULL), (3, 'Pine', '', '', 0, 'PINETIME', NULL, NULL);"
        + Self.minutes("MI_BAND_ACTIVITY_SAMPLE")
        + Self.minutes("HUAMI_EXTENDED_ACTIVITY_SAMPLE", further)
        + Self.minutes("PINE_TIME_ACTIVITY_SAMPLE")
          + """
          INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(Self.unix), 1, 1, 0, -1, 4, 0),
            (\(Self.unix + 60), 1, 1, 0, -1, 5, 0);
          INSERT INTO HUAMI_EXTENDED_ACTIVITY_SAMPLE VALUES (\(Self.unix + 600), 2, 1, 0, -1, 120, 0, 0, 50, 0),
            (\(Self.unix + 660), 2, 1, 0, -1, 120, 0, 0, 0, 60), (\(Self.unix + 720), 2, 1, 0, -1, 120, 0, 0, 0, 0),
            (\(Self.unix + 780), 2, 1, 0, -1, 115, 0, 0, 99, 99);
          INSERT INTO PINE_TIME_ACTIVITY_SAMPLE VALUES (\(Self.unix + 1200), 3, 1, 0, -1, 16777216, 0),
            (\(Self.unix + 1260), 3, 1, 0, -1, 33554432, 0), (\(Self.unix + 1320), 3, 1, 0, -1, 1, 0);
          """, in: export)
    _ = try await take(path, into: export)
    #expect(
      try await sleep(export) == [
        [0, 1, 4], [1, 2, 3], [10, 11, 4], [11, 12, 5], [12, 13, 3], [20, 21, 5], [21, 22, 2],
      ])
  }

  @Test func `steps that count up, stages by their ends, milliseconds and workouts`() async throws {
    let export = try await AppleExport()
    let milliseconds = Self.unix * 1_000
    let path = try database(
      "INSERT INTO DEVICE VALUES (1, 'Watch', 'Garmin', '', 0, 'GARMIN_FENIX', NULL, NULL);"
        + Self.minutes("GARMIN_ACTIVITY_SAMPLE")
          + """
          INSERT INTO GARMIN_ACTIVITY_SAMPLE VALUES (\(Self.unix), 1, 1, 100, 70, 0, 0),
            (\(Self.unix + 60), 1, 1, 130, 71, 0, 0), (\(Self.unix + 120), 1, 1, 130, -1, 0, 0),
            (\(Self.unix + 180), 1, 1, 5, -1, 0, 0), (\(Self.unix + 240), 1, 1, 25, -1, 0, 0);
          CREATE TABLE GARMIN_SLEEP_STAGE_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STAGE INTEGER);
          INSERT INTO GARMIN_SLEEP_STAGE_SAMPLE VALUES (\(milliseconds), 1, 1),
            (\(milliseconds + 600_000), 1, 2), (\(milliseconds + 1_200_000), 1, 4),
            (\(milliseconds + 90_000_000), 1, 3);
          CREATE TABLE MI_SCALE_WEIGHT_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, WEIGHT_KG REAL);
          INSERT INTO MI_SCALE_WEIGHT_SAMPLE VALUES (\(milliseconds), 1, 80.35), (\(milliseconds + 1_000), 1, 0);
          CREATE TABLE GARMIN_SPO2_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, SPO2 INTEGER);
          INSERT INTO GARMIN_SPO2_SAMPLE VALUES (\(milliseconds), 1, 97), (\(milliseconds + 1_000), 1, 0);
          CREATE TABLE GARMIN_STRESS_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STRESS INTEGER);
          INSERT INTO GARMIN_STRESS_SAMPLE VALUES (\(milliseconds), 1, 40);
          CREATE TABLE CASIO_EMPTY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER);
          CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER, NAME TEXT, START_TIME INTEGER,
            END_TIME INTEGER, ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER, SUMMARY_DATA TEXT);
          INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, NULL, \(milliseconds), \(milliseconds + 600_000), 16, 1,
            '{"distanceMeters":{"value":2000,"unit":"meters"},"caloriesBurnt":{"value":150,"unit":"kcal"}}'),
            (2, NULL, 0, 0, 16, 1, 'no JSON');
          """, in: export)
    let summary = try await take(path, into: export)
    #expect(summary.notTaken == ["GARMIN_STRESS_SAMPLE": 1])
    #expect(summary.losses.map(\.problem) == [.unreadable("nothing in it says when it was")])
    #expect(try await numbers(.stepCount, export) == [30, 20])
    #expect(try await sleep(export) == [[0, 10, 3], [10, 20, 5]])
    #expect(try await numbers(.bodyMass, export) == [80.35])
    #expect(try await numbers(.oxygenSaturation, export) == [0.97])
    guard case .object(.workout(let workout)) = try await export.samples(.workout).first?.value
    else { throw CancellationError() }
    #expect(workout.activity == Int64(WorkoutActivityType.running.rawValue))
    #expect(workout.totalDistance == Quantity(2_000, .meter()))
    // What the band measured meanwhile is in its other tables, and would count twice.
    #expect(try await export.samples(.distanceWalkingRunning).isEmpty)
    #expect(workout.totalEnergyBurned == Quantity(150, .kilocalorie))
    #expect(try await take(path, into: export).total.saved == 0)
  }

  @Test func `another database is told apart`() async throws {
    let export = try await AppleExport()
    let path = export.folder.file("other.db")
    do {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute("CREATE TABLE DEVICE (a)")
    }
    await #expect(throws: ExportError.self) { try await take(path, into: export) }
    try export.folder.write(Array("<HealthData>".utf8), to: "export.xml")
    #expect(try !GadgetbridgeImporter.takes(export.folder.file("export.xml")))
    #expect(try !GadgetbridgeImporter.takes(export.folder.path))
  }
}
