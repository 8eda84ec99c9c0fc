internal import CommandLineCore
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// `dyad workout` as people use it.
struct WorkoutProcessTests {
  /// Samples of this moment, as a watch would save them.
  private static func measure(_ dyad: Dyad, kilometres: Double, beats: Int) throws {
    let now = WallClock.system.now
    let saved = try dyad.run(
      "save",
      input: """
        {"type":"heartRate","value":\(beats),"unit":"count/min","start":\(now + 978_307_200)}
        {"type":"distanceWalkingRunning","value":\(kilometres),"unit":"km","start":\(now + 978_307_200)}
        {"type":"activeEnergyBurned","value":50,"unit":"kcal","start":\(now + 978_307_200)}
        """)
    #expect(saved.exitCode == 0, "\(saved.errors)")
  }

  @Test func `a run is started, paused, ended and shown`() throws {
    let dyad = try Dyad()
    let started = try dyad.run("workout", "start", "Running", "--outdoor")
    #expect(started.lines.first == "workout  running, outdoor", "\(started.errors)")
    try Self.measure(dyad, kilometres: 0.75, beats: 140)
    try Self.measure(dyad, kilometres: 1.5, beats: 160)
    let paused = try dyad.run("workout", "pause")
    #expect(paused.output.contains("state    paused since "))
    // What is measured during a pause is no part of it.
    try Self.measure(dyad, kilometres: 9, beats: 90)
    _ = try dyad.run("workout", "lap")
    let status = try JSONValue(parsing: try dyad.run("workout", "status", "--json").output)
    #expect(status["state"] == .string("paused"))
    #expect(status["distanceWalkingRunning"]?["value"]?.doubleValue == 2.25)
    #expect(status["distanceWalkingRunning"]?["unit"] == .string("km"))
    #expect(status["heartRate"]?["value"]?.doubleValue == 160)
    _ = try dyad.run("workout", "resume")
    let ended = try dyad.run("workout", "end")
    #expect(ended.output.contains(", with 6 samples"), "\(ended.output) \(ended.errors)")
    let over = try dyad.run("workout", "status")
    #expect(over.exitCode == ExitCode.notFound.rawValue)
    #expect(over.errors.contains("'dyad workout start running' begins one"))

    let listed = try dyad.run("workout", "list")
    #expect(listed.lines.count == 2)
    #expect(listed.lines[1].contains("running") && listed.lines[1].contains("2.25 km"))
    let shown = try dyad.run("workout", "show")
    #expect(shown.lines.contains { $0.hasPrefix("laps      1") })
    #expect(shown.lines.contains { $0.split(separator: " ") == ["KM", "TIME", "PER", "KM"] })
    #expect(shown.lines.contains { $0.hasPrefix("2.25  ") })
    #expect(shown.output.contains("heartRate, count/min"))
    #expect(shown.lines.allSatisfy { $0.count <= 80 })
    let json = try JSONValue(parsing: try dyad.run("workout", "show", "--json").output)
    #expect(json["energy"]?["value"]?.doubleValue == 100)
    #expect(json["metadata"]?["HKIndoorWorkout"] == .bool(false))
  }

  @Test func `a workout that goes on gets legs, which are saved with it`() throws {
    let dyad = try Dyad()
    #expect(try dyad.run("workout", "leg", "running").exitCode == ExitCode.notFound.rawValue)
    _ = try dyad.run("workout", "start", "swimBikeRun", "--outdoor")
    let first = try dyad.run("workout", "leg", "swimming", "--open-water")
    #expect(
      first.output.contains("leg      swimming, open water"), "\(first.output)\(first.errors)")
    _ = try dyad.run("workout", "leg", "cycling", "--outdoor")
    let json = try dyad.run("workout", "status", "--json").output
    let moments = try JSONValue(parsing: json)["moments"]?.arrayValue ?? []
    #expect(moments.compactMap { $0["activity"]?.stringValue } == ["swimming", "cycling"])
    #expect(try dyad.run("workout", "end").exitCode == 0)
    let saved = try JSONValue(parsing: try dyad.run("workout", "show", "--json").output)
    #expect(
      saved["legs"]?.arrayValue?.map { $0["activity"]?.stringValue } == ["swimming", "cycling"])
  }

  @Test func `a triathlon has its legs`() throws {
    let dyad = try Dyad()
    let legs = [("swimming", "00", "20"), ("cycling", "22", "50"), ("running", "50", "58")].map {
      #"{"activity":"\#($0.0)","start":"2026-11-20T08:\#($0.1):00Z","end":"2026-11-20T08:\#($0.2):00Z"}"#
    }
    func workout(_ legs: [String]) -> String {
      #"{"type":"workout","activity":"swimBikeRun","start":"2026-11-20T08:00:00Z","#
        + #""end":"2026-11-20T09:00:00Z","legs":[\#(legs.joined(separator: ","))]}"#
    }
    let saved = try dyad.run("save", input: workout(legs))
    #expect(saved.exitCode == 0, "\(saved.errors)")
    let shown = try dyad.run("workout", "show", "--tz", "UTC")
    let words = shown.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.contains(["LEG", "BEGAN", "ACTIVE"]), "\(shown.output)")
    #expect(words.contains(["cycling", "08:22", "28:00"]), "\(shown.output)")
    let json = try dyad.run("workout", "show", "--json").output
    #expect(try JSONValue(parsing: json)["legs"]?.arrayValue?.count == 3)
    // What was written is read again.
    let other = try Dyad()
    #expect(try other.run("save", input: json).exitCode == 0)
    #expect(try other.run("workout", "show", "--json").output == json)
    for (wrong, hint) in [
      ([legs[1], legs[0]], "its activities do not follow each other"),
      ([legs[0].replacing("swimming", with: "diving")], "legs[0].activity"),
      ([legs[0].replacing("start", with: "begin")], "start or end is missing"),
    ] {
      let refused = try dyad.run("save", input: workout(wrong))
      #expect(refused.exitCode != 0 && refused.errors.contains(hint), "\(refused.errors)")
    }
  }

  @Test func `a workout is written as GPX and FIT, which are known where they come from`() throws {
    let dyad = try Dyad()
    let points = (0..<3).map { minute in
      #"<trkpt lat="48.\#(minute)" lon="11.5"><ele>500</ele><time>2024-01-02T08:0\#(minute):00Z</time></trkpt>"#
    }
    let gpx =
      #"<gpx version="1.1" creator="Edge"><trk><type>cycling</type><trkseg>\#(points.joined())</trkseg></trk></gpx>"#
    try dyad.folder.write(Array(gpx.utf8), to: "ride.gpx")
    #expect(try dyad.run("import", dyad.folder.file("ride.gpx")).exitCode == 0)
    let files = ["out.gpx", "out.fit"].map { dyad.folder.file($0) }
    let shown = try dyad.run("workout", "show", "--gpx", files[0], "--fit", files[1])
    #expect(shown.exitCode == 0, "\(shown.errors)")
    for file in files {
      let taken = try dyad.run("import", "--json", file, state: "other\(file.suffix(3))")
      let types = try JSONValue(parsing: taken.output)["types"]?.arrayValue?.map {
        $0["type"]?.stringValue
      }
      #expect(types == ["distanceCycling", "workout", "workoutRoute"], "\(taken.errors)")
    }
  }

  @Test func `mistakes are told with what to do`() throws {
    let dyad = try Dyad()
    for (words, hint) in [
      (["workout"], "The commands are start, status"),
      (["workout", "start", "runing"], "did you mean running?"),
      (["workout", "start", "running", "--pool", "25"], "only who swims"),
      (["workout", "start", "yoga", "--indoor", "--outdoor"], "--indoor says something else"),
      (["workout", "show", "last"], "'dyad workout list' shows them"),
    ] {
      let ending = try dyad.run(words)
      #expect(
        ending.exitCode == ExitCode.usage.rawValue && ending.errors.contains(hint), "\(words)")
    }
    _ = try dyad.run("workout", "start", "swimming", "--indoor", "--pool", "25")
    let again = try dyad.run("workout", "start", "cycling")
    #expect(again.errors.contains("this ended a workout of swimming that was not saved"))
    let resumed = try dyad.run("workout", "resume")
    #expect(resumed.exitCode == 0 && resumed.output.contains("running since"))
    let ended = try dyad.run("workout", "end", "--discard")
    #expect(ended.output.contains("ended since") && !ended.output.contains("saved"))
    let listed = try dyad.run("workout", "list")
    #expect(listed.errors.contains("there are no samples of workout"))
    let shown = try dyad.run("workout", "show")
    #expect(shown.exitCode == ExitCode.notFound.rawValue)
  }

  @Test func `a terminal has room for a list`() throws {
    let dyad = try Dyad()
    _ = try dyad.run("workout", "start", "functionalStrengthTraining", "--indoor")
    try Self.measure(dyad, kilometres: 1, beats: 100)
    _ = try dyad.run("workout", "end")
    for command in ["list", "show"] {
      let shown = try dyad.runInTerminal("workout", command)
      #expect(shown.exitCode == 0)
      #expect(shown.output.contains("functiona"), "\(shown.output)")
      #expect(
        shown.output.split(whereSeparator: \.isNewline).allSatisfy { $0.count <= 90 },
        "\(shown.output)")
    }
  }
}
