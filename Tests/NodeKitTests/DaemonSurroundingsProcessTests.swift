internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The daemon and those around it` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func check(_ configuration: ClientConfiguration) async throws -> ServingStatus {
    try await withClient(configuration) {
      try await $0.call(HealthMethods.check, HealthCheckRequest()).status
    }
  }

  @Test func `the service manager is told how it is`() throws {
    let inbox = try DatagramInbox(path: folder.file("notify"))
    let daemon = try RunningDaemon(
      in: folder, environment: ["NOTIFY_SOCKET": folder.file("notify")])
    #expect(inbox.next() == "READY=1")
    daemon.program.hangUp()
    #expect(inbox.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(inbox.next() == "READY=1")
    daemon.program.receive(.terminate)
    #expect(inbox.next() == "STOPPING=1")
    #expect(try daemon.program.finish().exitCode == 0)
  }

  @Test func `a service manager that is gone is no reason to stop`() async throws {
    let daemon = try RunningDaemon(
      in: folder, environment: ["NOTIFY_SOCKET": folder.file("nobody")])
    #expect(try await check(daemon.asApp()) == .serving)
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.contains("service.untold"))
  }

  @Test func `other supervisors learn through a descriptor that it is ready`() throws {
    let program = try RunningProgram(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 5>&1", try RunningDaemon.path(), "--state", folder.path,
        "--listen", "127.0.0.1:0", "--ready-fd", "5",
      ])
    #expect(try program.waitForLine("") == "")
    program.receive(.terminate)
    let ending = try program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.output == "\n")
  }

  @Test func `a descriptor that is not open is an error`() throws {
    let ending = try RunningProgram.run(
      try RunningDaemon.path(),
      ["--state", folder.path, "--listen", "127.0.0.1:0", "--ready-fd", "900"])
    #expect(ending.exitCode == 1)
    #expect(ending.errors.contains("descriptor 900"))
  }

  @Test func `only the journal gets the journal's lines`() throws {
    let elsewhere = try RunningDaemon(in: folder, environment: ["JOURNAL_STREAM": "1:2"])
    elsewhere.program.receive(.terminate)
    #expect(try elsewhere.program.finish().errors.contains("Z info node.listening at="))

    let program = try RunningProgram(
      "/bin/sh",
      [
        "-c", "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" \"$@\"",
        try RunningDaemon.path(), "--state", folder.path, "--listen", "127.0.0.1:0",
      ], environment: ["PATH": "/usr/bin:/bin"])
    try program.waitForLine("<6>node.listening at=", onErrors: true)
    program.receive(.terminate)
    #expect(try program.finish().exitCode == 0)
  }

  @Test func `metrics are in the file when it ends`() async throws {
    let path = folder.file("metrics.prom")
    let daemon = try RunningDaemon(in: folder, ["--metrics-file", path])
    for _ in 0..<3 { _ = try await check(daemon.asApp()) }
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
    let text = String(decoding: try folder.read("metrics.prom"), as: UTF8.self)
    #expect(
      text.contains(
        #"dyad_rpc_calls_ended_total{service="grpc.health.v1.Health",method="Check",code="OK"} 3"#))
    #expect(text.contains("\ndyad_connections_opened_total 3\n"))
    #expect(text.contains("\ndyad_connections_open 0\n"))
    #expect(try FileSystem.rights(of: path).octal == "0644")
    #expect(!folder.contents().contains("metrics.prom.new"))
  }

  @Test func `guests who speak something else leave a bounded log`() async throws {
    let daemon = try RunningDaemon(in: folder)
    let stranger = ClientConfiguration(.address(daemon.node), .plain)
    try await withClient(stranger) { client in
      for _ in 0..<30 {
        await #expect(throws: RPCError.self) {
          try await client.call(HealthMethods.check, HealthCheckRequest())
        }
      }
    }
    #expect(try await check(daemon.asApp()) == .serving)
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.filter { $0.contains(" connection.broken ") }.count == 10)
    #expect(lines.contains { $0.contains("log.left-out of=connection.broken count=") })
  }

  @Test func `one connection more than allowed makes a stranger go, or is refused`() async throws {
    try folder.write(Array("threads = 1\n[limits]\nconnections = 1\n".utf8), to: "dyadd.toml")
    let daemon = try RunningDaemon(in: folder)
    try await withClient(daemon.asApp()) { client in
      _ = try await client.call(HealthMethods.check, HealthCheckRequest())
      // Nobody knows whose it is, so it makes room.
      #expect(try await check(daemon.asApp()) == .serving)
    }
    try await withClient(daemon.asOwner()) { client in
      _ = try await client.call(HealthMethods.check, HealthCheckRequest())
      let error = await #expect(throws: RPCError.self) { try await check(daemon.asOwner()) }
      #expect(error?.code == .unavailable)
    }
    try daemon.program.waitForError(" connection.refused reason=")
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }
}
