internal import HealthModel
internal import TestSupport
internal import Testing

/// Whether a crash leaves a core file in the folder of the process on this machine.
private enum CoreFiles {
  static let areLeft: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    _ = try? RunningProgram.run(
      "/bin/sh", ["-c", "ulimit -c unlimited && cd '\(folder.path)' && kill -SEGV $$"])
    return folder.contents().contains { $0.hasPrefix("core") }
  }()
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `A daemon that crashes` {
  @Test(.enabled(if: CoreFiles.areLeft, "no process leaves a core file here"))
  func `leaves no core file, with a code shown and a pair made`() async throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    let script = """
      ulimit -c unlimited && cd '\(folder.path)' && exec "$0" "$@"
      """
    let daemon = try RunningProgram(
      "/bin/sh",
      [
        "-c", script, try RunningDaemon.path(), "--state", state.path, "--listen", "127.0.0.1:0",
        "--print-addresses",
      ])
    try daemon.waitForLine("listening operator ")
    let showing = try RunningProgram(
      try RunningProgram.builtPath("dyad"),
      ["pair", "show", "--json", "--no-announce", "--state", state.path])
    try showing.waitForLine("{\"event\":\"opened\"")
    RunningProgram.fault(daemon.number)
    let ending = try daemon.finish()
    #expect(ending.signal == RunningProgram.faultSignal)
    // A report of the crash would show registers and memory.
    #expect(!ending.errors.contains("rax") && !ending.errors.contains("crashed"))
    #expect(folder.contents().isEmpty)
    #expect(!state.contents().contains { $0.hasPrefix("core") })
  }
}
