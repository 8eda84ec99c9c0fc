internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import HealthExchange

// @testable: what is read of a file is looked at before it is saved.

/// Workouts that were recorded to files of their own.
@Suite struct RecordingTests {
  static let start = 725_875_200.0

  private static func gpx(
    _ inside: String, creator: String = "Garmin Edge", type: String = "cycling"
  ) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:a="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <metadata><time>2024-01-02T07:59:00Z</time></metadata>
      <trk><type>\(type)</type><trkseg>\(inside)</trkseg></trk>
    </gpx>
    """
  }

  private static let points = (0..<4).map { number in
    #"<trkpt lat="48.\#(number)" lon="11.5"><ele>50\#(number)</ele><time>2024-01-02T08:0\#(number):00Z</time>"#
      + "<extensions><power>20\(number)</power><a:TrackPointExtension><a:hr>12\(number)</a:hr>"
      + "</a:TrackPointExtension></extensions></trkpt>"
  }.joined()

  static let tcx = """
      <?xml version="1.0"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
     <Activities><Activity Sport="Running"><Id>2024-01-02T08:00:00Z</Id>
      <Lap StartTime="2024-01-02T08:00:00Z"><TotalTimeSeconds>60</TotalTimeSeconds>
       <DistanceMeters>200</DistanceMeters><Calories>20</Calories><Track>
        <Trackpoint><Time>2024-01-02T08:00:00Z</Time><DistanceMeters>0</DistanceMeters>
         <HeartRateBpm><Value>100</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><Time>2024-01-02T08:00:30Z</Time><DistanceMeters>100</DistanceMeters>
         <HeartRateBpm><Value>0</Value></HeartRateBpm></Trackpoint></Track>
       <Track><Trackpoint><Time>2024-01-02T08:01:00Z</Time><DistanceMeters>200</DistanceMeters>
        </Trackpoint></Track></Lap>
      <Lap StartTime="2024-01-02T08:01:00Z"><TotalTimeSeconds>60</TotalTimeSeconds>
       <DistanceMeters>250</DistanceMeters><Calories>25</Calories><Track>
        <Trackpoint><Time>2024-01-02T08:01:30Z</Time><DistanceMeters>100</DistanceMeters>
         <HeartRateBpm><Value>150</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><DistanceMeters>1</DistanceMeters></Trackpoint></Track></Lap>
      <Creator><Name>Forerunner</Name></Creator></Activity></Activities>
    </TrainingCenterDatabase>
    """

  static func fit(isBigEndian: Bool = false) -> [UInt8] {
    var maker = FITMaker()
    let time = FITMaker.time(start)
    func u32(_ field: UInt8, _ value: UInt32) -> (UInt8, UInt8, Int, UInt64) {
      (field, 0x86, 4, UInt64(value))
    }
    maker.add(0, [(0, 0, 1, 4), (1, 0x84, 2, 1), (2, 0x84, 2, 2_697)])
    for second in 0..<UInt32(4) {
      maker.add(
        20,
        [
          u32(253, time + second), (0, 0x85, 4, UInt64(573_779_287 + second)),
          (1, 0x85, 4, UInt64(UInt32(bitPattern: -137_438_953))),
          (3, 0x02, 1, second == 2 ? 0xFF : 140),
          u32(5, second * 300), (7, 0x84, 2, 250),
          // A field of another maker, whose size is no multiple of its type's.
          (200, 0x84, 3, 1),
        ], isBigEndian: isBigEndian)
    }
    maker.add(21, [u32(253, time + 1), (0, 0, 1, 0), (1, 0, 1, 4)])
    maker.add(21, [u32(253, time + 2), (0, 0, 1, 0), (1, 0, 1, 0)])
    maker.add(19, [u32(253, time + 2), u32(2, time)])
    maker.add(19, [u32(253, time + 3), u32(2, time + 2)])
    maker.add(
      18,
      [
        u32(253, time + 3), u32(2, time), u32(7, 3_000), u32(9, 900), (11, 0x84, 2, 33),
        (5, 0, 1, 2),
      ])
    return maker.file
  }

  func take(
    _ files: [(String, [UInt8])], into export: AppleExport,
    _ options: Importer.Options = .init()
  ) async throws -> ImportSummary {
    try? FileSystem.createFolder(export.folder.file("rides"))
    for (name, bytes) in files { try export.folder.write(bytes, to: "rides/\(name)") }
    let found = try #require(try RecordingFile.found(at: export.folder.file("rides")))
    var generator = Entropy()
    var importer = try await RecordingImporter(
      found, into: export.data, uuids: UUIDSequence(using: &generator), options)
    return try await importer.run { _ in true }
  }

  func members(
    _ type: ObjectType, in export: AppleExport
  ) async throws -> [Sample] {
    let workout = try #require(try await export.samples(.workout).first)
    let query = SampleQuery(
      type, where: .memberOf(workout: workout.uuid), order: [SortDescriptor(.start)])
    return try await export.data.samples(query).all().flatMap { run in
      (0..<run.count).map { run[$0] }
    }
  }

  private func workout(in export: AppleExport) async throws -> Workout {
    guard case .object(.workout(let workout)) = try await export.samples(.workout).first?.value
    else { throw CancellationError() }
    return workout
  }

  @Test func `a GPX track becomes a workout with all that was measured`() async throws {
    let export = try await AppleExport()
    let file = ("a.gpx", Array(Self.gpx(Self.points).utf8))
    let summary = try await take([file], into: export)
    #expect(summary.types[.workout] == .init(read: 1, saved: 1) && summary.lossCount == 0)
    let workout = try await workout(in: export)
    #expect(workout.activity == Int64(WorkoutActivityType.cycling.rawValue))
    #expect(workout.duration == 180)
    // Three tenths of a degree of the meridian.
    let meters = try #require(try workout.totalDistance?.value(in: .meter()))
    #expect(abs(meters - 33_358.5) < 1)
    let route = try #require(try await members(.workoutRoute, in: export).first)
    guard case .object(.details(let details)) = route.value else { throw CancellationError() }
    #expect(details.series["latitude"] == [48, 48.1, 48.2, 48.3])
    #expect(details.series["altitude"] == [500, 501, 502, 503] && details.series["speed"] == nil)
    #expect(route.source.source.name == "Garmin Edge")
    #expect(try await members(.heartRate, in: export).count == 4)
    #expect(try await members(.distanceCycling, in: export).count == 3)
    #expect(
      try await members(ObjectType("HKQuantityTypeIdentifierCyclingPower"), in: export).count == 4)
    let again = try await take([file], into: export)
    #expect(again.total == .init(read: 13, known: 13))
    try await export.data.delete(.workout, where: .constant(true))
    #expect(try await take([file], into: export).types[.workout] == .init(read: 1, deleted: 1))
    let back = try await take([file], into: export, .init(bringsBack: true))
    #expect(back.types[.workout] == .init(read: 1, saved: 1))
  }

  @Test func `a TCX activity has laps, pauses and totals`() async throws {
    let export = try await AppleExport()
    let summary = try await take([("a.tcx", Array(Self.tcx.utf8))], into: export)
    #expect(summary.types[.workout] == .init(read: 1, saved: 1))
    #expect(summary.mended == ["points without a time were left out": 1])
    let sample = try #require(try await export.samples(.workout).first)
    #expect(sample.start == Self.start && sample.end == Self.start + 120)
    #expect(sample.source.source.name == "Forerunner")
    let workout = try await workout(in: export)
    #expect(workout.activity == Int64(WorkoutActivityType.running.rawValue))
    #expect(
      workout.events.map(\.kind)
        == [WorkoutEventType.pause, .lap, .resume].map { Int64($0.rawValue) })
    #expect(workout.duration == 90)
    #expect(workout.totalEnergyBurned == Quantity(45, .kilocalorie))
    #expect(workout.totalDistance == Quantity(450, .meter()))
    // The distance of the second lap begins anew.
    let meters: [Double] = try await members(.distanceWalkingRunning, in: export).map {
      guard case .quantity(let quantity) = $0.value else { return 0 }
      return quantity.value
    }
    // What the laps say beyond that was covered after the last point.
    #expect(meters == [100, 100, 100, 150])
    #expect(try await members(.heartRate, in: export).count == 2)
  }

  @Test(arguments: [false, true])
  func `a FIT session has its records, laps and pauses`(isBigEndian: Bool) async throws {
    let export = try await AppleExport()
    let summary = try await take([("a.fit", Self.fit(isBigEndian: isBigEndian))], into: export)
    #expect(summary.types[.workout] == .init(read: 1, saved: 1) && summary.lossCount == 0)
    let sample = try #require(try await export.samples(.workout).first)
    #expect(sample.start == Self.start && sample.end == Self.start + 3)
    #expect(sample.source.source.name == "Garmin 2697")
    let workout = try await workout(in: export)
    #expect(workout.activity == Int64(WorkoutActivityType.cycling.rawValue))
    #expect(
      workout.events.map(\.kind)
        == [WorkoutEventType.pause, .lap, .resume].map { Int64($0.rawValue) })
    #expect(workout.duration == 2 && workout.totalDistance == Quantity(9, .meter()))
    #expect(workout.totalEnergyBurned == Quantity(33, .kilocalorie))
    #expect(try await members(.heartRate, in: export).count == 3)
    let route = try #require(try await members(.workoutRoute, in: export).first)
    guard case .object(.details(let details)) = route.value else { throw CancellationError() }
    #expect(abs((details.series["latitude"]?[0] ?? 0) - 48.09) < 0.01)
    #expect(abs((details.series["longitude"]?[0] ?? 0) + 11.52) < 0.01)
  }

  @Test func `what was recorded where two sessions meet counts once`() {
    var maker = FITMaker()
    let time = { (seconds: Double) in UInt64(FITMaker.time(Self.start + seconds)) }
    for second in 0...20 {
      maker.add(20, [(253, 0x86, 4, time(Double(second))), (3, 2, 1, 100)])
    }
    // The later one first, and one that has no records.
    for (start, seconds) in [(10, 9), (0, 10), (30, 5)] as [(Double, UInt64)] {
      maker.add(
        18,
        [
          (253, 0x86, 4, time(start)), (2, 0x86, 4, time(start)),
          (7, 0x86, 4, seconds * 1_000), (5, 0, 1, 1),
        ])
    }
    let workouts = RecordingFile.contents(of: maker.file).workouts
    let starts = workouts.map { ($0.start ?? 0) - Self.start }
    #expect(starts == [10, 0, 30])
    let times = workouts.map { workout in workout.moments.map { Int($0.time - Self.start) } }
    #expect(times == [Array(10...20), Array(0..<10), []])
  }

  @Test func `sessions without end are as many as a file may have, and cost as much as they are`() {
    var maker = FITMaker()
    maker.add(20, [(253, 0x86, 4, UInt64(FITMaker.time(Self.start))), (3, 2, 1, 100)])
    // Without a start and an end each would have everything.
    maker.add([0x41, 0, 0, 18, 0, 1, 5, 1, 0])
    maker.add((0..<100_000).flatMap { _ in [1, 1] as [UInt8] })
    let contents = RecordingFile.contents(of: maker.file)
    #expect(contents.workouts.count == RecordingFile.mostWorkouts)
    #expect(contents.fault == "it has more than 10000 workouts")
    #expect(contents.workouts.reduce(0) { $0 + $1.moments.count } <= 1)
  }

  @Test func `compressed times go on from the last whole one`() {
    var maker = FITMaker()
    let time = FITMaker.time(Self.start) / 32 * 32 + 30
    maker.add(20, [(253, 0x86, 4, UInt64(time)), (3, 2, 1, 100)])
    maker.add([0x40, 0, 0, 20, 0, 1, 3, 1, 2])
    // Local type 0, 31 and then 2, which lies past the turn.
    maker.add([0x80 | 31, 101, 0x80 | 2, 102])
    let (messages, fault) = FITFile.read(maker.file)
    #expect(fault == nil)
    #expect(messages.map { $0.value(FITFile.timestamp) } == [0, 1, 4].map { Double(time) + $0 })
    #expect(messages.map { $0.value(3) } == [100, 101, 102])
  }

  @Test func `a FIT file that was cut gives what comes before`() async throws {
    let export = try await AppleExport()
    let whole = Self.fit()
    let summary = try await take([("a.fit", Array(whole.prefix(whole.count - 90)))], into: export)
    #expect(summary.types[.workout]?.saved == 1)
    #expect(
      summary.losses.map(\.problem.text) == ["the file ends before its last message"])
    #expect(summary.ending == "a.fit: the file ends before its last message")
    var wrong = whole
    wrong[wrong.count - 1] ^= 1
    #expect(FITFile.read(wrong).fault == .wrongSum && FITFile.read(wrong).messages.count == 10)
    // Two in one are read as both.
    #expect(FITFile.read(whole + whole).messages.count == 20)
  }

  @Test func `whatever the bytes are, reading ends`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let whole = Self.fit()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let (messages, _) = FITFile.read(
        Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))
      _ = FITReader.workouts(of: messages).map {
        $0.objects { SampleUUID(high: 1, low: UInt64($0.identifier.utf8.count)) }
      }
    }
    #expect(FITFile.read([]).messages.isEmpty)
    // Messages without a field take a byte each.
    var maker = FITMaker()
    maker.add([0x40, 0, 0, 20, 0, 0])
    maker.add([UInt8](repeating: 0, count: RecordingFile.mostMoments + 1))
    let (messages, fault) = FITFile.read(maker.file)
    #expect(messages.count == RecordingFile.mostMoments && fault == .tooLong)
  }

  @Test func `a workout is written as FIT, and read as the same`() throws {
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var workout = RecordedWorkout()
      workout.activity =
        [.running, .cycling, .rowing, .yoga, .other].randomElement(using: &generator) ?? .other
      // Made by no maker that has a number.
      workout.creator = "FIT"
      workout.start = Self.start
      workout.end = Self.start + 600
      workout.energy = Double(Int.random(in: 1...900, using: &generator))
      workout.distance = Double(Int.random(in: 0...50_000, using: &generator)) / 100
      workout.laps = [100, 200].prefix(Int.random(in: 0...2, using: &generator)).map {
        Self.start + $0
      }
      if Bool.random(using: &generator) {
        workout.pauses = [(Self.start + 250, Self.start + 300)]
      }
      workout.activeSeconds = Double(Int.random(in: 300...550, using: &generator))
      for second in 0..<Int.random(in: 0...50, using: &generator) {
        var moment = RecordedWorkout.Moment(time: Self.start + Double(second * 7))
        func some(_ value: Double) -> Double? { Bool.random(using: &generator) ? value : nil }
        // As many parts of half a circle, and fifths of a meter, as the format has.
        if let parts = some(
          Double(Int32.random(in: -1_000_000_000...1_000_000_000, using: &generator)))
        {
          moment.latitude = parts * (180 / 2_147_483_648)
          moment.longitude = -2 * parts * (180 / 2_147_483_648)
        }
        moment.altitude = some(Double(Int.random(in: 0...20_000, using: &generator)) / 5 - 500)
        moment.heartRate = some(Double(Int.random(in: 40...200, using: &generator)))
        moment.distance = some(Double(second * 1_234) / 100)
        moment.speed = some(Double(Int.random(in: 0...9_000, using: &generator)) / 1_000)
        moment.power = some(Double(Int.random(in: 0...900, using: &generator)))
        workout.moments.append(moment)
      }
      let bytes = try #require(FITForm.bytes(of: workout))
      let (messages, fault) = FITFile.read(bytes)
      #expect(fault == nil, "seed \(seed)")
      #expect(FITReader.workouts(of: messages) == [workout], "seed \(seed)")
    }
    var early = RecordedWorkout()
    (early.start, early.end) = (-100_000_000, -99_999_000)
    #expect(FITForm.bytes(of: early) == nil)
  }

  @Test(arguments: [1e300, -1e300, 0.5]) func `a maker that is no whole number has no name`(
    value: Double
  ) {
    var maker = FITMaker()
    let time = UInt64(FITMaker.time(Self.start))
    maker.add(
      0, [(0, 0, 1, 4), (1, 0x89, 8, value.bitPattern), (2, 0x89, 8, value.bitPattern)])
    maker.add(20, [(253, 0x86, 4, time), (3, 2, 1, 100)])
    #expect(FITReader.workouts(of: FITFile.read(maker.file).messages).map(\.creator) == ["FIT"])
  }

  @Test func `a track without times is told, and other files are left out`() async throws {
    let export = try await AppleExport()
    let timeless = Self.gpx(#"<trkpt lat="1" lon="2"/>"#)
    let summary = try await take(
      [
        ("a.gpx", Array(timeless.utf8)), ("b.fit", Array("no such file".utf8)),
        ("c.txt", [1, 2]), ("d.gpx", Array(Self.gpx(Self.points).utf8)),
      ], into: export)
    #expect(summary.types[.workout] == .init(read: 1, saved: 1, lost: 2))
    #expect(
      summary.losses.map(\.problem.text) == [
        "nothing in it says when it was", "it is neither GPX, TCX nor FIT",
      ])
    #expect(summary.losses.map(\.element) == ["a.gpx", "b.fit"])
  }

  @Test(arguments: [
    ("running", WorkoutActivityType.running), ("Trail Run", .running), ("Biking", .cycling),
    ("VirtualRide", .cycling), ("Nordic Ski", .crossCountrySkiing), ("hiking", .hiking),
    ("9", .other),
    ("yoga", .yoga), ("", .other),
  ])
  func `what was done is told by many words`(word: String, activity: WorkoutActivityType) {
    #expect(GPXReader.activity(named: word) == activity)
  }

  @Test func `what is written as GPX is read again`() throws {
    let route = Details(series: [
      "time": [Self.start, Self.start + 1.5], "latitude": [0.00001, -48.123456789],
      "longitude": [-0.0000001, 179.9], "altitude": [-3.5, 10], "speed": [-1, 2.5],
      "course": [-1, 90], "horizontalAccuracy": [4, 5], "verticalAccuracy": [3, 3],
    ])
    var form = GPXForm(heartRates: [(Self.start + 1, 150), (Self.start + 100, 90)])
    let bytes = form.bytes(activity: "running", [route, route])
    let contents = RecordingFile.readGPX(bytes)
    #expect(contents.fault == nil && contents.timeless == 0)
    let read = try #require(contents.workouts.first)
    #expect(read.activity == .running && read.moments.count == 4)
    #expect(read.moments.map(\.time).prefix(2) == [Self.start, Self.start + 1.5])
    #expect(read.moments.map(\.latitude).prefix(2) == [0.00001, -48.123456789])
    #expect(read.moments[0].longitude == -0.0000001 && read.moments[0].speed == nil)
    #expect(read.moments[0].altitude == -3.5 && read.moments[1].course == 90)
    #expect(read.moments.map(\.heartRate).prefix(2) == [150, 150])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("e-"))
  }

  @Test func `a file with more than its share of something is refused with its line`() {
    let many = RecordingFile.mostWorkouts
    let attributes = (0..<150_000).map { " a\($0)=''" }.joined()
    let files = [
      ("<gpx>\n\(String(repeating: "<trk/>", count: many + 1))</gpx>", "\(many) workouts"),
      (
        "<TrainingCenterDatabase>\n\(String(repeating: "<Activity/>", count: many + 1))"
          + "</TrainingCenterDatabase>", "\(many) workouts"
      ),
      ("<gpx>\n<trk\(attributes)/></gpx>", "64 attributes"),
    ]
    for (text, words) in files {
      let fault = RecordingFile.contents(of: Array(text.utf8)).fault
      #expect(
        fault?.hasPrefix("line 2: ") == true && fault?.hasSuffix("more than \(words)") == true)
    }
  }
}
