internal import ArchiveCore
internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Where workouts of an export went.
@Suite struct ImportRouteTests {
  private typealias Export = AppleExport

  private static let workout =
    #" <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" "#
    + #"sourceName="Watch" startDate="2024-01-02 08:00:00 +0000" endDate="2024-01-02 08:30:00 +0000">"#

  private static func workout(_ inside: String) -> String { workout + inside + "</Workout>" }

  private static let route =
    #"<WorkoutRoute sourceName="Watch"><FileReference path="/workout-routes/route_1.gpx"/>"#
    + #"<MetadataEntry key="HKMetadataKeySyncVersion" value="2"/></WorkoutRoute>"#

  private static func gpx(_ count: Int = 3) -> String {
    let points = (0..<count).map { second in
      #"<trkpt lon="11.50000\#(second)" lat="48.1"><ele>520.5</ele>"#
        + "<time>2024-01-02T08:00:0\(second)Z</time><extensions><speed>2.5</speed><course>-1</course>"
        + "<hAcc>3.25</hAcc><vAcc>4</vAcc></extensions></trkpt>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>Route 1</name><trkseg>\(points.joined())</trkseg></trk>
      </gpx>
      """
  }

  private func members(of workout: SampleUUID, in export: Export) async throws -> [SampleUUID] {
    let query = SampleQuery(.workoutRoute, where: .memberOf(workout: workout))
    return try await export.data.samples(query).all().flatMap(\.uuids)
  }

  @Test func `a route comes from its file, belongs to its workout, and comes once`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("workout-routes"))
    try export.folder.write(Array(Self.gpx().utf8), to: "workout-routes/route_1.gpx")
    // Some exports name a route twice.
    let text = Export.document(Self.workout(Self.route + Self.route))
    let first = try await export.take(text)
    #expect(first.types[.workoutRoute] == .init(read: 1, saved: 1) && first.lossCount == 0)
    let route = try #require(try await export.samples(.workoutRoute).first)
    guard case .object(.details(let details)) = route.value else { throw CancellationError() }
    #expect(details.series["longitude"] == [11.5, 11.500001, 11.500002])
    #expect(details.series["horizontalAccuracy"] == [3.25, 3.25, 3.25])
    #expect(details.series["altitude"] == [520.5, 520.5, 520.5])
    #expect(route.source.source.name == "Watch" && route.end == route.start + 2)
    let workout = try #require(try await export.samples(.workout).first)
    #expect(try await members(of: workout.uuid, in: export) == [route.uuid])
    let again = try await export.take(text)
    #expect(again.types[.workoutRoute] == .init(read: 1, known: 1))
    // What was deleted stays deleted.
    try await export.data.delete(.workoutRoute, where: .constant(true))
    #expect(try await export.take(text).types[.workoutRoute] == .init(read: 1, deleted: 1))
    let back = try await export.take(text, Importer.Options(bringsBack: true))
    #expect(back.types[.workoutRoute] == .init(read: 1, saved: 1))
    #expect(try await members(of: workout.uuid, in: export).count == 1)
  }

  @Test func `a route that was saved and not added is added the next time`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("workout-routes"))
    try export.folder.write(Array(Self.gpx().utf8), to: "workout-routes/route_1.gpx")
    let text = Export.document(Self.workout(Self.route))
    try await export.take(text)
    let route = try #require(try await export.samples(.workoutRoute).first)
    // As if the import had been killed in between.
    try await export.data.delete(.workout, where: .constant(true))
    let again = try await export.take(text, Importer.Options(bringsBack: true))
    #expect(again.types[.workoutRoute] == .init(read: 1, known: 1))
    let workout = try #require(try await export.samples(.workout).first)
    #expect(try await members(of: workout.uuid, in: export) == [route.uuid])
  }

  @Test func `places that stand in the export itself are taken`() async throws {
    let export = try await Export()
    let place = { (second: Int, rest: String) in
      #"<Location date="2024-01-02 08:00:0\#(second) +0000" latitude="48.1" longitude="11.5"\#(rest)/>"#
    }
    let text = Export.document(
      Self.workout(
        "<WorkoutRoute>" + place(2, #" altitude="500" speed="3""#) + place(1, "")
          + #"<Location latitude="1" longitude="2"/></WorkoutRoute>"#))
    let summary = try await export.take(text)
    #expect(summary.types[.workoutRoute] == .init(read: 1, saved: 1))
    #expect(summary.mended == ["a place of a route without a date was left out": 1])
    let route = try #require(try await export.samples(.workoutRoute).first)
    guard case .object(.details(let details)) = route.value else { throw CancellationError() }
    #expect(details.series["altitude"] == [-1, 500] && details.series["speed"] == [-1, 3])
    #expect(try await export.take(text).types[.workoutRoute] == .init(read: 1, known: 1))
  }

  @Test(
    arguments: [
      (nil, "its file is not in the export"),
      (
        "<gpx><trk><trkseg><trkpt lat=",
        "its file ends at line 1: it is not well-formed XML"
      ),
      ("<html/>", "its file ends at line 1: it does not begin with <gpx>"),
    ] as [(String?, String)])
  func `a file that cannot be read is told with the line of its route`(
    text: String?, problem: String
  ) async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("workout-routes"))
    if let text { try export.folder.write(Array(text.utf8), to: "workout-routes/route_1.gpx") }
    let summary = try await export.take(Export.document(Self.workout(Self.route)))
    #expect(summary.losses.map(\.problem.text) == [problem])
    #expect(summary.losses.map(\.line) == [Export.linesBefore + 1])
    #expect(summary.types[.workout] == .init(read: 1, saved: 1))
  }

  @Test func `a route that is damaged in its archive is told with the reason`() async throws {
    let export = try await Export()
    var bytes: [UInt8] = []
    let archive = ZipWriter { bytes += $0 }
    try archive.begin("a/export.xml")
    try archive.write(Array(Export.document(Self.workout(Self.route)).utf8))
    try archive.beginNext("a/workout-routes/route_1.gpx")
    let place = bytes.count
    try archive.write(Array(Self.gpx(9).utf8))
    try archive.close()
    // In the middle of what is compressed.
    bytes[place + 120] ^= 0x55
    let summary = try await export.take(bytes, name: "export.zip")
    #expect(summary.types[.workout] == .init(read: 1, saved: 1))
    let problem = try #require(summary.losses.first?.problem.text)
    #expect(problem.hasPrefix("its file is damaged: "), "\(problem)")
  }

  @Test func `no way leads out of the export's folder`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("inner"))
    try export.folder.write(Array(Self.gpx().utf8), to: "outside.gpx")
    let text = Export.document(
      Self.workout(#"<WorkoutRoute><FileReference path="/../outside.gpx"/></WorkoutRoute>"#))
    try export.folder.write(Array(text.utf8), to: "inner/export.xml")
    let summary = try await export.importFile(export.folder.file("inner/export.xml"))
    #expect(summary.losses.map(\.problem.text) == ["its file is not in the export"])
  }
}
