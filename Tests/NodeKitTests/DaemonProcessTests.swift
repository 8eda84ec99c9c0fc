internal import CommandLineCore
internal import DyadServices
internal import NodeTrust
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

// One after the other: each waits for a process on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The daemon as a process` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func health(_ client: Client, of service: String = "") async throws -> ServingStatus {
    try await client.call(HealthMethods.check, HealthCheckRequest(service: service)).status
  }

  @Test func `it answers its peers and apps`() async throws {
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try RunningDaemon(in: folder)
    let ways = [
      (
        try daemon.asNode(showing: visitor.identity),
        [PairingMethods.name, SyncMethods.name, TrustMethods.name]
      ), (daemon.asApp(), [StoreMethods.name]),
      (daemon.asOwner(), [OperatorMethods.name, PairingControlMethods.name, StoreMethods.name]),
    ]
    for (way, own) in ways {
      let (server, services) = try await withClient(way) { client in
        let server = try await health(client)
        let services = try await client.withCall(ReflectionService.info) { call in
          try call.sendOnly(ServerReflectionRequest(.listServices("")))
          return try await call.receiveOnly().messageResponse
        }
        return (server, services)
      }
      #expect(server == .serving)
      #expect(services == .services(own + [HealthMethods.name] + ReflectionService.names))
    }
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.lines.count == 3)
    let files = folder.contents().filter { !$0.hasPrefix("store.") }
    #expect(files == ["device.pem", "dyadd.lock"])
  }

  @Test func `its files and its socket are private`() throws {
    let inner = folder.file("state")
    let daemon = try RunningProgram(
      try RunningDaemon.path(),
      ["--state", inner, "--listen", "127.0.0.1:0", "--print-addresses"])
    try daemon.waitForLine("listening unix \(inner)/app.sock")
    try daemon.waitForLine("listening operator \(inner)/operator.sock")
    #expect(try FileSystem.rights(of: inner).octal == "0700")
    for name in ["device.pem", "dyadd.lock", "app.sock", "operator.sock", "store.db"] {
      #expect(try FileSystem.rights(of: "\(inner)/\(name)").octal == "0600")
    }
  }

  @Test func `a second one is told who the first is`() throws {
    let daemon = try RunningDaemon(in: folder)
    let ending = try RunningProgram.run(
      try RunningDaemon.path(), ["--state", folder.path, "--listen", "127.0.0.1:0"])
    #expect(ending.exitCode == ExitCode.busy.rawValue)
    #expect(
      ending.errors.hasPrefix(
        "dyadd: cannot start in \(folder.path): process \(daemon.program.number) is its daemon\n"))
  }

  @Test func `the key survives a restart, and the log tells no secret`() async throws {
    var keys: Set<PublicKeyFingerprint> = []
    for _ in 0..<2 {
      let daemon = try RunningDaemon(in: folder, ["--log-level", "debug"])
      keys.insert(try daemon.identity().publicKeyFingerprint)
      var options = CallOptions()
      options.metadata = ["x-secret": .text("metadata-of-the-peer")]
      _ = try await withClient(daemon.asApp()) {
        try await $0.call(HealthMethods.check, HealthCheckRequest(), options: options)
      }
      daemon.program.receive(.interrupt)
      let ending = try daemon.program.finish()
      #expect(ending.exitCode == 0)
      let said = ending.output + ending.errors
      #expect(said.contains("node.stopped"))
      let key = String(decoding: try folder.read("device.pem"), as: UTF8.self)
      let secrets = key.split(separator: "\n").map { String($0) } + ["metadata-of-the-peer"]
      for secret in secrets { #expect(!said.contains(secret)) }
    }
    #expect(keys.count == 1)
  }

  @Test func `a key that others may read is refused`() throws {
    _ = try NodeIdentity.loadOrMake(at: folder.file("device.pem"))
    try FileSystem.publishFile(folder.file("device.pem"), try folder.read("device.pem"))
    let ending = try RunningProgram.run(
      try RunningDaemon.path(), ["--state", folder.path, "--listen", "127.0.0.1:0"])
    #expect(ending.exitCode == ExitCode.refused.rawValue)
    #expect(ending.errors.contains("others may read or change it (0644)"))
    #expect(ending.errors.contains("Run 'chmod 600 \(folder.path)/device.pem'"))
  }
}

// Stopping.
extension `The daemon as a process` {
  @Test func `at the end those who watch are told, and nobody is waited for`() async throws {
    let daemon = try RunningDaemon(in: folder)
    let (statuses, code) = try await withClient(daemon.asApp()) { client in
      try await client.withCall(HealthMethods.watch) { call in
        try call.sendOnly(HealthCheckRequest())
        var statuses = [try await call.receive()?.status]
        daemon.program.receive(.terminate)
        statuses.append(try await call.receive()?.status)
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        return (statuses, error?.code)
      }
    }
    #expect(statuses == [.serving, .notServing])
    #expect(code == .unavailable)
    #expect(try daemon.program.finish().exitCode == 0)
  }

  @Test func `a call in progress ends in its own time, and new ones are refused`() async throws {
    let daemon = try RunningDaemon(in: folder)
    let answer = try await withClient(daemon.asApp()) { client in
      try await client.withCall(ReflectionService.info) { call in
        try await call.send(ServerReflectionRequest(.listServices("")))
        _ = try await call.receive()
        daemon.program.receive(.terminate)
        try daemon.program.waitForError(" node.stopping calls=1 drain=30s")
        await #expect(throws: RPCError.self) {
          try await withClient(daemon.asApp()) { try await health($0) }
        }
        try await call.send(ServerReflectionRequest(.listServices("")))
        call.finishSending()
        return try await call.receiveOnly().messageResponse
      }
    }
    #expect(
      answer == .services([StoreMethods.name, HealthMethods.name] + ReflectionService.names))
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.contains("node.stopped"))
    #expect(!ending.errors.contains("node.cut"))
  }

  @Test func `a call that does not end is cut when its time is over`() async throws {
    try folder.write(Array("[timeouts]\ndrain = \"50ms\"\n".utf8), to: "dyadd.toml")
    let daemon = try RunningDaemon(in: folder)
    let code = try await codeOfOpenCall(daemon) { daemon.program.receive(.terminate) }
    #expect(code == .unavailable)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.contains("node.cut calls=1 reason=\"the time to end calls is over\""))
  }

  @Test func `a second signal cuts at once`() async throws {
    try folder.write(Array("[timeouts]\ndrain = \"1h\"\n".utf8), to: "dyadd.toml")
    let daemon = try RunningDaemon(in: folder)
    let code = try await codeOfOpenCall(daemon) {
      daemon.program.receive(.terminate)
      try daemon.program.waitForError(" node.stopping calls=1 drain=1h")
      daemon.program.receive(.interrupt)
    }
    #expect(code == .unavailable)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.contains("node.cut calls=1 reason=\"asked again\""))
  }

  private func codeOfOpenCall(
    _ daemon: RunningDaemon, _ stop: () throws -> Void
  ) async throws -> StatusCode? {
    try await withClient(daemon.asApp()) { client in
      try await client.withCall(ReflectionService.info) { call in
        try await call.send(ServerReflectionRequest(.listServices("")))
        _ = try await call.receive()
        try stop()
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        return error?.code
      }
    }
  }
}
