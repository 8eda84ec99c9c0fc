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
}
