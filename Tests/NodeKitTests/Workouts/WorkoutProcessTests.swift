internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

/// A workout of a daemon that comes and goes.
@Suite(.timeLimit(.minutes(3))) struct WorkoutProcessTests {
  @Test func `a workout outlives its daemon, and the app that began it`() throws {
    let folder = try TemporaryFolder()
    let program = try RunningProgram.builtPath("dyad")
    func dyad(_ words: String...) throws -> String {
      let ending = try RunningProgram.run(program, ["--state", folder.path] + words)
      #expect(ending.exitCode == 0, "\(words) \(ending.errors)")
      return ending.output
    }
    let first = try RunningDaemon(in: folder)
    #expect(try dyad("workout", "start", "hiking").contains("running since"))
    #expect(try dyad("workout", "pause").contains("paused since"))
    first.program.crash()
    let second = try RunningDaemon(in: folder)
    let status = try dyad("workout", "status")
    #expect(status.contains("paused since") && status.contains("away     the node began anew at"))
    #expect(try dyad("workout", "resume").contains("running since"))
    #expect(try dyad("workout", "end").contains(", with 0 samples"))
    #expect(try dyad("workout", "list").contains("hiking"))
    second.program.receive(.terminate)
    #expect(try second.program.finish().exitCode == 0)
  }

  private static func dyad(
    _ node: PairingNode, _ words: String..., input: String = ""
  ) throws -> String {
    let ending = try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), ["--state", node.folder.path] + words, input: input)
    #expect(ending.exitCode == 0, "\(words) \(ending.errors)")
    return ending.output
  }

  /// What the watch measures of a moment.
  private static func measure(on watch: PairingNode, kilocalories: Int) throws {
    let now = WallClock.system.now + 978_307_200
    _ = try dyad(
      watch, "save",
      input: """
        {"type":"activeEnergyBurned","value":\(kilocalories),"unit":"kcal","start":\(now)}
        {"type":"heartRate","value":150,"unit":"count/min","start":\(now)}
        """)
  }

  @Test func `a run on the watch is the same on the phone, and moves the rings once`() async throws
  {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    _ = try await phone.owner.syncNow()
    let begun = try Self.dyad(
      phone, "workout", "start", "running", "--indoor", "--watch", "Test watch")
    #expect(begun.contains("running since") && begun.contains("watch    Test watch"), "\(begun)")
    try Self.measure(on: watch, kilocalories: 30)
    _ = try await watch.owner.syncNow()
    // The phone is away, and comes back before the end.
    phone.crash()
    _ = try Self.dyad(watch, "workout", "pause")
    try Self.measure(on: watch, kilocalories: 7)
    _ = try Self.dyad(watch, "workout", "resume")
    try Self.measure(on: watch, kilocalories: 50)
    try phone.restart()
    let ended = try Self.dyad(watch, "workout", "end")
    #expect(ended.contains(", with 4 samples"), "\(ended)")
    _ = try await phone.owner.syncNow()
    for words in [
      ["query", "workout", "--json"], ["query", "heartRate", "--json", "--sort", "start"],
      ["rings", "--json"],
    ] {
      let told = try [phone, watch].map { node in
        let ending = try RunningProgram.run(
          try RunningProgram.builtPath("dyad"), ["--state", node.folder.path] + words)
        #expect(ending.exitCode == 0, "\(ending.errors)")
        return ending.output
      }
      #expect(told[0] == told[1] && !told[0].isEmpty, "\(words)")
    }
    let shown = try Self.dyad(phone, "workout", "list", "--json")
    #expect(shown.contains("\"energy\":{\"value\":80,\"unit\":\"kcal\"}"), "\(shown)")
    // All that was burned, each once: the pause as well, and the workout no second time.
    let rings = try Self.dyad(phone, "rings", "week", "--json")
    let moves = rings.split(separator: "{").filter { $0.hasPrefix("\"value\":87,\"goal\":500") }
    #expect(moves.count == 1, "\(rings)")
    for node in [phone, watch] { try node.stop() }
  }
}
