internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct `A daemon that is given its sockets` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts a daemon as systemd does: the sockets from 3 on, and its own number in the environment.
  private func start(
    _ names: String, _ sockets: [PassedDescriptor], _ arguments: [String] = []
  ) throws -> RunningProgram {
    try RunningProgram(
      "/bin/sh",
      [
        "-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", try RunningDaemon.path(), "--state", folder.path,
        "--print-addresses",
      ] + arguments,
      environment: ["LISTEN_FDS": "\(sockets.count)", "LISTEN_FDNAMES": names],
      passing: sockets)
  }

  private func check(_ address: SocketAddress, _ security: ClientSecurity = .plain) async throws {
    let response = try await withClient(ClientConfiguration(.address(address), security)) {
      try await $0.call(HealthMethods.check, HealthCheckRequest())
    }
    #expect(response.status == .serving)
  }

  @Test func `it listens at them, and at no others`() async throws {
    let program = try start(
      "operator:nodes:apps",
      [
        try PassedDescriptor(path: folder.file("o")), try PassedDescriptor(),
        try PassedDescriptor(path: folder.file("a")),
      ], ["--listen", "127.0.0.1:1"])
    let tls = try program.waitForLine("listening tls ").dropFirst("listening tls ".count)
    try program.waitForLine("listening unix \(folder.file("a"))")
    try program.waitForLine("listening operator \(folder.file("o"))")
    try await check(.unix(path: folder.file("a")))
    try await check(.unix(path: folder.file("o")))
    // Nobody is paired, so TLS alone is what can be seen of it.
    let address = try #require(SocketAddress(String(tls)))
    let text = try folder.read("device.pem")
    let key = try Identity(certificatePEM: text, privateKeyPEM: text).publicKeyFingerprint
    await #expect(throws: RPCError.self) {
      try await check(
        address, .tls(try .client(trusting: .pinned([key]), identity: nil), serverName: nil))
    }
    program.receive(.terminate)
    let ending = try program.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.lines.count == 3)
    // The files are the manager's, who goes on listening.
    #expect(folder.contents().contains("a") && folder.contents().contains("o"))
    #expect(!folder.contents().contains("app.sock"))
  }

  @Test func `for kinds that none is passed for, it makes its own`() async throws {
    let program = try start(
      "apps", [try PassedDescriptor(path: folder.file("a"))], ["--listen", "127.0.0.1:0"])
    try program.waitForLine("listening tls 127.0.0.1:")
    try program.waitForLine("listening operator \(folder.file("operator.sock"))")
    try await check(.unix(path: folder.file("a")))
    try await check(.unix(path: folder.file("operator.sock")))
    program.receive(.terminate)
    #expect(try program.finish().exitCode == 0)
  }

  enum Flaw: String, CaseIterable, Sendable {
    case unknownName, noName, networkForApps, fileForNodes, silent, noSocket

    func sockets(in folder: TemporaryFolder) throws -> (names: String, [PassedDescriptor]) {
      switch self {
      case .unknownName: ("dyadd.socket", [try PassedDescriptor()])
      case .noName: ("nodes", [try PassedDescriptor(), try PassedDescriptor()])
      case .networkForApps: ("apps", [try PassedDescriptor()])
      case .fileForNodes: ("nodes", [try PassedDescriptor(path: folder.file("a"))])
      case .silent: ("nodes", [try PassedDescriptor(portThatListens: false)])
      case .noSocket: ("nodes", [try PassedDescriptor(file: "/dev/null")])
      }
    }
  }

  @Test(arguments: Flaw.allCases)
  func `what cannot be listened at is an error`(flaw: Flaw) throws {
    let (names, sockets) = try flaw.sockets(in: folder)
    let ending = try start(names, sockets, ["--listen", "127.0.0.1:0"]).finish()
    #expect(ending.exitCode == 2)
    #expect(ending.errors.contains("cannot "))
    #expect(ending.errors.contains("FileDescriptorName="))
  }

  @Test func `sockets for another process are left alone`() throws {
    let program = try RunningProgram(
      try RunningDaemon.path(),
      ["--state", folder.path, "--listen", "127.0.0.1:0", "--print-addresses"],
      environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "apps"],
      passing: [try PassedDescriptor(path: folder.file("a"))])
    try program.waitForLine("listening unix \(folder.file("app.sock"))")
    program.receive(.terminate)
    #expect(try program.finish().exitCode == 0)
  }

  @Test func `a manager with a watchdog hears that it is alive`() throws {
    let inbox = try DatagramInbox(path: folder.file("notify"))
    let daemon = try RunningDaemon(
      in: folder,
      environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "20000"])
    #expect(inbox.next() == "READY=1")
    for _ in 0..<5 { #expect(inbox.next() == "WATCHDOG=1") }
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }
}
