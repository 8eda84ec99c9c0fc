internal import CommandLineCore
internal import DyadServices
internal import NodeKit
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite(.serialized, .timeLimit(.minutes(2))) struct `What the daemon is told` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) throws -> RunningProgram.Ending {
    try RunningProgram.run(try RunningDaemon.path(), ["--state", folder.path] + arguments)
  }

  private func configure(_ text: String) throws {
    try folder.write(Array(text.utf8), to: "dyadd.toml")
  }

  @Test func `help and version start nothing`() throws {
    let help = try run("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.hasPrefix("USAGE: dyadd [--state DIR]"))
    #expect(try run("--version").output == "\(Daemon.version)\n")
    #expect(folder.contents().isEmpty)
  }

  @Test func `the configuration that holds is printed, words before file`() throws {
    try configure("listen = [\"127.0.0.1:1\"]\n[log]\nlevel = \"debug\"\nformat = \"json\"\n")
    let ending = try run("--print-config", "--log-level", "error", "--listen", "[::1]:2")
    #expect(ending.exitCode == 0)
    #expect(ending.output.contains("\nlisten = [\"[::1]:2\"]\n"))
    #expect(ending.output.contains("\nlevel = \"error\"\n"))
    #expect(ending.output.contains("\nformat = \"json\"\n"))
    #expect(ending.output.contains("\nsocket = \"\(folder.path)/app.sock\"\n"))
  }

  @Test(arguments: [
    ("threads = \"two\"", "line 1: threads expects a whole number from 1 to 64, and got \"two\""),
    (
      "\n[timeouts]\ndrian = \"1s\"",
      "line 3: there is no setting timeouts.drian\n  Did you mean drain"
    ),
    ("[log", "line 1: expected ']' after [log"),
  ])
  func `a configuration that cannot be used says where and why`(text: String, reason: String) throws
  {
    try configure(text)
    let ending = try run()
    #expect(ending.exitCode == ExitCode.invalidInput.rawValue)
    #expect(ending.errors.contains("cannot use \(folder.path)/dyadd.toml, \(reason)"))
    #expect(folder.contents() == ["dyadd.toml"])
  }

  @Test func `a configuration that is named must be there`() throws {
    let ending = try run("--config", folder.file("none.toml"))
    #expect(ending.exitCode == ExitCode.notFound.rawValue)
    #expect(ending.errors.contains("Name a file that is there"))
  }

  @Test(arguments: [
    (["--listen", "7443"], "cannot use --listen: expected HOST:PORT, as in 0.0.0.0:7443"),
    (["--log-level", "loud"], "cannot use --log-level: expected \"error\", \"warning\""),
    (["--log-format", "xml"], "cannot use --log-format: expected \"text\" or \"json\""),
    (["--ready-fd", "1"], "cannot use --ready-fd: expected a whole number from 3"),
    (["--state="], "cannot use --state: expected a path"), (["more"], "cannot run 'dyadd'"),
  ])
  func `words that do not fit are refused`(words: [String], reason: String) throws {
    let ending = try RunningProgram.run(
      try RunningDaemon.path(), words, environment: ["HOME": folder.path])
    #expect(ending.exitCode == ExitCode.usage.rawValue)
    #expect(ending.errors.contains(reason), "\(ending.errors)")
    #expect(folder.contents().isEmpty)
  }

  @Test func `the name that was given stands until another is given`() async throws {
    for (words, name) in [
      (["--name", "Slate"], "Slate"), ([], "Slate"), (["--name", "Board"], "Board"),
    ] {
      let daemon = try RunningDaemon(in: folder, words)
      let status = try await withClient(daemon.asOwner()) {
        try await $0.call(OperatorMethods.getStatus, GetStatusRequest())
      }
      #expect(status.name == name)
      daemon.program.receive(.terminate)
      #expect(try daemon.program.finish().exitCode == 0)
    }
  }

  @Test func `a place to listen that cannot be had says what to do`() throws {
    let taken = try Socket.listen(at: .loopback(port: 0))
    let address = try #require(taken.localAddress)
    var ending = try run("--listen", "\(address)")
    #expect(ending.exitCode == ExitCode.failure.rawValue)
    #expect(ending.errors.contains("cannot listen at \(address): "))
    #expect(ending.errors.contains("name another port with --listen"))

    let long = folder.file(String(repeating: "s", count: 120))
    ending = try run("--listen", "127.0.0.1:0", "--socket", long)
    #expect(ending.exitCode == ExitCode.failure.rawValue)
    #expect(ending.errors.contains("more than 107 bytes"))
    #expect(ending.errors.contains("Name another path with --socket"))

    try configure("listen = []\nsocket = \"\"")
    ending = try run()
    #expect(ending.exitCode == ExitCode.usage.rawValue)
    #expect(ending.errors.contains("cannot start: there is nowhere to listen"))
  }

  @Test func `a state folder that cannot be had says what to do`() throws {
    try folder.write([], to: "file")
    let ending = try RunningProgram.run(
      try RunningDaemon.path(), ["--state", folder.file("file"), "--listen", "127.0.0.1:0"])
    #expect(ending.exitCode == ExitCode.failure.rawValue)
    #expect(ending.errors.contains("cannot read \(folder.path)/file/dyadd.toml: "))
    #expect(ending.errors.contains("another folder with --state"))
  }

  @Test func `a hang-up makes it read again what can change`() throws {
    let daemon = try RunningDaemon(in: folder)
    try configure("threads = 3\n[log]\nformat = \"json\"\n[timeouts]\ndrain = \"1s\"\n")
    daemon.program.hangUp()
    let line = try daemon.program.waitForError("\"event\":\"configuration.read\"")
    #expect(try JSONValue(parsing: line)["level"]?.stringValue == "info")
    try configure("[log]\nlevel = \"loud\"\n")
    daemon.program.hangUp()
    try daemon.program.waitForError("configuration.unusable")
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.contains("configuration.needs-restart"))
    #expect(ending.errors.contains("threads"))
    #expect(ending.errors.contains("\"drain\":\"1s\""))
    #expect(ending.errors.contains("log.level expects"))
  }
}
