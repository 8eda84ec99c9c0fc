internal import TestSupport
internal import Testing

/// What comes in and goes out while a daemon has the store.
@Suite(.timeLimit(.minutes(3))) struct `An exchange through a daemon` {
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_GB">
     <ExportDate value="2026-11-21 09:00:00 +0000"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-11-20 08:00:00 +0000" endDate="2026-11-20 08:10:00 +0000" value="612"/>
     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="2026-11-20 08:01:00 +0000" endDate="2026-11-20 08:01:00 +0000" value="71">
      <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
     </Record>
     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="2026-11-20 08:01:00 +0000" endDate="2026-11-20 08:01:00 +0000" value="71"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" startDate="2026-11-20 17:00:00 +0000" endDate="2026-11-20 17:30:00 +0000">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-11-20 17:10:00 +0000"/>
      <WorkoutEvent type="HKWorkoutEventTypeResume" date="2026-11-20 17:11:00 +0000"/>
     </Workout>
    </HealthData>
    """

  @Test(arguments: ["zip", "jsonl"]) func `is the same as without one`(form: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.export.utf8), to: "export.xml")
    let program = try RunningProgram.builtPath("dyad")
    func dyad(_ state: String, _ words: String...) throws -> String {
      let ending = try RunningProgram.run(program, ["--state", state] + words)
      #expect(ending.exitCode == 0, "\(ending.errors)")
      return ending.output
    }
    func contents(_ state: String) throws -> [String] {
      try ["stepCount", "heartRate", "workout"].flatMap { type in
        try dyad(state, "query", type, "--json").split(whereSeparator: \.isNewline)
          .map { String($0.replacing(/"uuid":"[^"]*"/, with: "")) }
      }
    }
    let served = try TemporaryFolder()
    let daemon = try RunningDaemon(in: served)
    let alone = folder.file("alone")
    for state in [served.path, alone] {
      let said = try dyad(state, "import", folder.file("export.xml"))
      #expect(said.hasSuffix("saved 4 samples\n"), "\(said)")
      // Known by its bytes, and then by what it says.
      #expect(
        try dyad(state, "import", folder.file("export.xml")).hasPrefix(
          "nothing to save: the same file was taken on "))
      #expect(
        try dyad(state, "import", folder.file("export.xml"), "--profile")
          .contains("saved 0 samples, 4 there already"))
      _ = try dyad(state, "delete", "heartRate", "--all", "--yes")
      #expect(
        try dyad(state, "import", folder.file("export.xml"), "--profile")
          .contains("saved 0 samples, 2 there already, 2 deleted here before"))
      #expect(
        try dyad(state, "import", folder.file("export.xml"), "--bring-back")
          .contains("saved 2 samples, 2 there already"))
    }
    let first = try contents(served.path)
    #expect(first.count == 4)
    #expect(try contents(alone) == first)
    // Out through the daemon, and in again where there is none.
    let file = folder.file("out.\(form)")
    #expect(try dyad(served.path, "export", file) == "exported 4 samples to \(file)\n")
    let again = folder.file("again")
    _ = try dyad(again, form == "zip" ? "import" : "save", file)
    #expect(try contents(again).sorted() == first.sorted())
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }
}
