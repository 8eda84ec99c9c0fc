internal import HealthExchange
internal import HealthModel
internal import SQLiteCore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Databases as Android's Health Connect exports them.
@Suite struct HealthConnectTests {
  /// 2024-01-02 08:00 UTC, in milliseconds since 1970 and in seconds since 2001.
  private static let unix = 1_704_182_400_000
  private static let start = 725_875_200.0

  private static let tables = """
    CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
    CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
    CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
      device_info_id INTEGER, recording_method INTEGER, start_time INTEGER, end_time INTEGER,
      count INTEGER);
    INSERT INTO application_info_table VALUES (1, 'com.band.app', 'Band'), (2, 'com.scale', NULL);
    INSERT INTO device_info_table VALUES (1, 'Maker', 'One');
    """

  private func take(
    _ sql: String, into export: AppleExport, _ options: Importer.Options = .init()
  ) async throws -> ImportSummary {
    let path = export.folder.file("health_connect_export.db")
    if try !FileSystem.exists(path) {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute(Self.tables + sql)
    }
    #expect(try HealthConnectImporter.takes(path))
    var entropy = Entropy()
    var importer = try await HealthConnectImporter(
      path, into: export.data, uuids: UUIDSequence(using: &entropy), options)
    return try await importer.run { _ in true }
  }

  private func values(_ type: ObjectType, _ export: AppleExport) async throws -> [Double] {
    try await export.samples(type).map { sample in
      switch sample.value {
      case .quantity(let quantity): quantity.value
      case .category(let value): Double(value)
      case .object: .nan
      }
    }
  }

  @Test func `rows that a module, a view or an expression of the file makes up are not read`()
    async throws
  {
    let export = try await AppleExport()
    let sql = """
      INSERT INTO steps_record_table VALUES (1, 1, 1, 2, \(Self.unix), \(Self.unix + 60_000), 60);
      CREATE VIRTUAL TABLE weight_record_table USING fts5(row_id, app_info_id, time, weight);
      INSERT INTO weight_record_table VALUES (1, 2, \(Self.unix), 82400);
      CREATE TABLE height_record_table (row_id INTEGER, app_info_id INTEGER, time INTEGER,
        height REAL AS (abs(-1.8)));
      INSERT INTO height_record_table (row_id, app_info_id, time) VALUES (1, 2, \(Self.unix));
      CREATE VIEW body_fat_record_table AS
        SELECT 1 AS row_id, 2 AS app_info_id, \(Self.unix) AS time, 23.5 AS percentage;
      """
    let summary = try await take(sql, into: export)
    #expect(summary.isComplete)
    #expect(try await values(.stepCount, export) == [60])
    #expect(try await values(.bodyMass, export) == [])
    #expect(try await values(ObjectType("HKQuantityTypeIdentifierHeight"), export) == [])
    #expect(
      try await values(ObjectType("HKQuantityTypeIdentifierBodyFatPercentage"), export) == [])
  }

  @Test func `what a phone collected becomes samples, once`() async throws {
    let export = try await AppleExport()
    let at = { (minutes: Int) in Self.unix + minutes * 60_000 }
    let sql = """
      INSERT INTO steps_record_table VALUES
        (1, 1, 1, 2, \(at(0)), \(at(1) + 500), 60), (2, 1, 1, 3, \(at(1)), \(at(2)), 70),
        (3, 1, 1, 2, \(at(2)), \(at(3)), 0), (4, 1, 1, 2, \(at(4)), \(at(3)), 5);
      CREATE TABLE weight_record_table (row_id INTEGER, app_info_id INTEGER, time INTEGER, weight REAL);
      INSERT INTO weight_record_table VALUES (1, 2, \(at(0)), 82400), (2, 2, \(at(1)), NULL);
      CREATE TABLE body_fat_record_table (row_id INTEGER, app_info_id INTEGER, time INTEGER,
        percentage REAL);
      INSERT INTO body_fat_record_table VALUES (1, 2, \(at(0)), 23.5), (2, 2, \(at(1)), 123);
      CREATE TABLE active_calories_burned_record_table (row_id INTEGER, app_info_id INTEGER,
        start_time INTEGER, end_time INTEGER, energy REAL);
      INSERT INTO active_calories_burned_record_table VALUES (1, 1, \(at(0)), \(at(5)), 12500);
      CREATE TABLE heart_rate_record_table (row_id INTEGER, app_info_id INTEGER);
      CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
        epoch_millis INTEGER);
      INSERT INTO heart_rate_record_table VALUES (7, 1);
      INSERT INTO heart_rate_record_series_table VALUES (7, 61, \(at(1))), (7, 60, \(at(0))),
        (7, 0, \(at(2))), (8, 99, \(at(2)));
      CREATE TABLE sleep_session_record_table (row_id INTEGER, app_info_id INTEGER,
        start_time INTEGER, end_time INTEGER);
      CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER,
        stage_end_time INTEGER, stage_type INTEGER);
      INSERT INTO sleep_session_record_table VALUES (1, 1, \(at(0)), \(at(30))),
        (2, 1, \(at(600)), \(at(660)));
      INSERT INTO sleep_stages_table VALUES (1, \(at(0)), \(at(10)), 4), (1, \(at(10)), \(at(20)), 5),
        (1, \(at(20)), \(at(25)), 6), (1, \(at(25)), \(at(30)), 1), (1, \(at(30)), \(at(31)), 0);
      CREATE TABLE exercise_session_record_table (row_id INTEGER, app_info_id INTEGER,
        start_time INTEGER, end_time INTEGER, exercise_type INTEGER);
      INSERT INTO exercise_session_record_table VALUES (1, 1, \(at(0)), \(at(40)), 33);
      CREATE TABLE nutrition_record_table (row_id INTEGER);
      INSERT INTO nutrition_record_table VALUES (1);
      CREATE TABLE hydration_record_table (row_id INTEGER);
      """
    let summary = try await take(sql, into: export)
    #expect(summary.isComplete && summary.notTaken == ["nutrition_record_table": 1])
    // No steps, too much fat, and a heart that does not beat.
    #expect(summary.mended == ["a number that cannot be measured was left out": 3])
    #expect(try await values(.stepCount, export) == [60, 70])
    #expect(try await values(.bodyMass, export) == [82.4])
    #expect(
      try await values(ObjectType("HKQuantityTypeIdentifierBodyFatPercentage"), export) == [0.235])
    #expect(try await values(.activeEnergyBurned, export) == [12.5])
    #expect(try await values(.heartRate, export) == [60, 61])
    // Core, deep, REM, awake, and a session of which no stage is known.
    #expect(try await values(.sleepAnalysis, export) == [3, 4, 5, 2, 1])
    let steps = try await export.samples(.stepCount)
    #expect(steps[0].start == Self.start && steps[0].end == Self.start + 60.5)
    #expect(steps[0].source.source == Source(bundleIdentifier: "com.band.app", name: "Band"))
    #expect(steps[0].device?[.manufacturer] == "Maker" && steps[0].device?[.model] == "One")
    #expect(steps.map { $0.metadata["HKWasUserEntered"] } == [nil, .bool(true)])
    #expect(try await export.samples(.bodyMass).first?.source.source.name == "com.scale")
    let workout = try #require(try await export.samples(.workout).first)
    guard case .object(.workout(let run)) = workout.value else {
      Issue.record("it is no workout")
      return
    }
    #expect(run.activity == Int64(WorkoutActivityType.running.rawValue))
    #expect(workout.end - workout.start == 2_400)

    let again = try await take(sql, into: export)
    #expect(again.total.saved == 0 && again.total.known == summary.total.saved)
  }

  @Test func `a database with tables that are not as they should be gives what it can`()
    async throws
  {
    let export = try await AppleExport()
    let summary = try await take(
      """
      CREATE TABLE weight_record_table (row_id INTEGER, mass TEXT);
      CREATE TABLE height_record_table (row_id INTEGER, app_info_id INTEGER, time INTEGER, height);
      INSERT INTO height_record_table VALUES (1, 99, \(Self.unix), 1.8), (2, 1, 'soon', 'tall'),
        (3, 1, -9e18, 1.7);
      CREATE TABLE "odd; DROP TABLE steps_record_table_record_table" (row_id INTEGER);
      CREATE TABLE heart_rate_record_series_table (parent_key INTEGER);
      """, into: export)
    #expect(summary.isComplete)
    #expect(try await values(.height, export) == [1.8])
    #expect(try await export.samples(.height).first?.source.source.name == "Health Connect")
  }

  /// What no number of a kind is.
  @Test(arguments: ["1e300", "9e999", "-9e999", "33.5"])
  func `a workout whose kind nobody knows is another one`(kind: String) async throws {
    let export = try await AppleExport()
    let summary = try await take(
      """
      CREATE TABLE exercise_session_record_table (row_id INTEGER, app_info_id INTEGER,
        start_time INTEGER, end_time INTEGER, exercise_type);
      INSERT INTO exercise_session_record_table
        VALUES (1, 1, \(Self.unix), \(Self.unix + 60_000), \(kind));
      """, into: export)
    #expect(summary.isComplete)
    let workout = try #require(try await export.samples(.workout).first)
    guard case .object(.workout(let run)) = workout.value else {
      Issue.record("it is no workout")
      return
    }
    #expect(run.activity == Int64(WorkoutActivityType.other.rawValue))
  }

  @Test func `other databases are none`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("other")
    try Connection(path: path, mode: .readWriteCreate).execute("CREATE TABLE a (b)")
    #expect(try !HealthConnectImporter.takes(path))
    try folder.write(Array("a,b".utf8), to: "text")
    #expect(try !HealthConnectImporter.takes(folder.file("text")))
  }
}
