internal import CommandLineCore
internal import PeerSupport
internal import RPCCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite(.timeLimit(.minutes(5))) struct RPCFailureTests {
  private static func call(
    _ server: EchoServer, _ method: String, _ words: String...
  ) async -> RPCRun {
    await RPCRun(
      ["call", "--plaintext", server.address, "test.echo.Echo/\(method)"] + words)
  }

  private static func exitCode(_ code: StatusCode) -> ExitCode {
    switch code {
    case .notFound: .notFound
    case .permissionDenied, .unauthenticated: .refused
    default: .failure
    }
  }

  @Test(arguments: StatusCode.allCases.filter { $0 != .ok })
  func `a status is shown and gives the exit code`(code: StatusCode) async throws {
    try await EchoServer.run { server in
      let run = await Self.call(server, "Refuse", "-H", "x-code: \(code.rawValue)")
      #expect(run.exitCode == Self.exitCode(code))
      #expect(run.output.isEmpty)
      #expect(
        run.errors.hasPrefix(
          "ERROR: Code: \(code.name)\n  Message: not now \(TerminalText.replacement)[2J\n    nor later\n"
        ))
    }
  }

  @Test func `a message that comes with a failure is not shown`() async throws {
    try await EchoServer.run { server in
      let run = await Self.call(server, "Spoil")
      #expect(run.errors == "ERROR: Code: NOT_FOUND\n  Message: look away\n")
      #expect(run.output.isEmpty)
    }
  }

  @Test func `programs get a status as one line`() async throws {
    try await EchoServer.run { server in
      let run = await Self.call(server, "Refuse", "-H", "x-code: 5", "--json")
      #expect(
        run.errors == #"{"error":{"code":"NOT_FOUND","number":5,"#
          + #""message":"not now \u001b[2J\nnor later"}}"# + "\n")
    }
  }

  @Test(arguments: [
    ("One", #"{"number":"x"}"#, "cannot encode message 1: $.number: "),
    ("One", #"{"notes":[{},{"text":1}]}"#, "cannot encode message 1: $.notes[1].text: "),
    ("One", #"{"nummer":1}"#, "cannot encode message 1: $.nummer: "),
    ("One", "{", "cannot read message 1 of -d: "),
    ("One", "{}{}", "cannot call One: it takes one message, and more are given"),
    (
      "Both", "{} \n{\"a\" 1}",
      "cannot read message 2 of -d: expected ':' at byte 6, from line 2 on"
    ),
    ("Both", "{}{\"number\":[]}", "cannot encode message 2: $.number: "),
  ])
  func `JSON that does not fit is told with its place`(
    method: String, json: String, message: String
  ) async throws {
    try await EchoServer.run { server in
      let run = await Self.call(server, method, "-d", json)
      #expect(run.exitCode == .invalidInput)
      #expect(run.errors.hasPrefix("dyad: \(message)"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("test.echo.Echo/On", "Did you mean One?"), ("test.echo.Echo/Xyzzy", "test.echo.Echo has One,"),
    ("test.ekko.Echo/One", "Did you mean test.echo.Echo?"),
  ])
  func `a method that is not there leads to the one that may be meant`(
    method: String, advice: String
  ) async throws {
    try await EchoServer.run { server in
      let run = await RPCRun("call", "--plaintext", server.address, method)
      #expect(run.exitCode == .notFound)
      #expect(run.errors.contains(advice), "\(run.errors)")
    }
  }

  @Test func `time that is up ends a call`() async throws {
    try await EchoServer.run { server in
      let file = server.folder.file("echo.binpb")
      let run = await Self.call(server, "Wait", "--max-time", "0.05", "--protoset", file)
      #expect(run.exitCode == .failure)
      #expect(run.errors.hasPrefix("ERROR: Code: DEADLINE_EXCEEDED\n"), "\(run.errors)")
      #expect(run.errors.contains("--max-time"))
    }
  }

  @Test func `an answer that is too long names the option`() async throws {
    try await EchoServer.run { server in
      let file = server.folder.file("echo.binpb")
      let run = await Self.call(
        server, "One", "-d", #"{"text":"0123456789"}"#, "--max-message-size", "5", "--protoset",
        file)
      #expect(run.errors.hasPrefix("ERROR: Code: RESOURCE_EXHAUSTED\n"), "\(run.errors)")
      #expect(run.errors.contains("--max-message-size"))
    }
  }

  @Test func `nobody at the address is told`() async throws {
    let address = try await EchoServer.run { $0.address }
    let folder = try TemporaryFolder()
    for words in [[address], ["--plaintext", address], ["--unix", folder.file("none.sock")]] {
      let run = await RPCRun(["list"] + words)
      #expect(run.exitCode == .failure)
      #expect(run.errors.hasPrefix("ERROR: Code: UNAVAILABLE\n"))
      #expect(run.errors.contains("Is the server running"), "\(run.errors)")
    }
  }

  @Test func `a server that says nothing is given up`() async throws {
    // The system takes the connection, and nobody ever looks at it.
    let listener = try RawListener()
    let run = await RPCRun(
      "list", "--plaintext", "127.0.0.1:\(listener.port)", "--connect-timeout", "0.05")
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("Allow more with --connect-timeout."), "\(run.errors)")
  }

  @Test(arguments: [
    (["list"], "cannot use ADDRESS: it is missing"),
    (["list", "localhost"], "Name the port: 'localhost:443'"),
    (["list", "https://localhost:1"], "Leave out what stands before the host"),
    (["list", "localhost:x"], "expected HOST:PORT"),
    (["list", "a:1", "b", "--unix", "c"], "cannot use --unix: it is given in place of ADDRESS"),
    (["list", "--unix", ""], "cannot use --unix: a path has 1 to 107 bytes"),
    (
      ["list", "a:1", "--plaintext", "--insecure"], "cannot use --insecure: --plaintext excludes it"
    ),
    (["list", "a:1", "--pin", "x", "--insecure"], "cannot use --insecure: --pin excludes it"),
    (["list", "a:1", "--pin", "sha256//x"], "cannot use --pin: expected sha256//"),
    (["list", "a:1", "--key", "x"], "cannot use --key: it needs --cert"),
    (["list", "a:1", "-H", "secret"], "cannot use --header: expected 'NAME: VALUE'"),
    (["list", "a:1", "-H", "a b: secret"], "cannot use --header: a name has letters"),
    (["list", "a:1", "-H", "te: secret"], "cannot use --header: the name te belongs to gRPC"),
    (["list", "a:1", "-H", "grpc-x: secret"], "the name grpc-x belongs to gRPC"),
    (["list", "a:1", "-H", "x-bin: secret!"], "the value of x-bin is not base64"),
    (["list", "a:1", "-H", "x: secreté"], "the value of x has other characters"),
    (["list", "a:1", "--max-time", "1e3"], "cannot use --max-time: expected seconds"),
    (["list", "a:1", "--max-time", "0"], "cannot use --max-time: expected seconds"),
    (["list", "a:1", "--connect-timeout", "nan"], "cannot use --connect-timeout: expected"),
    (["list", "a:1", "--max-message-size", "0"], "cannot use --max-message-size: expected"),
    (["describe", "a:1", "--template"], "cannot use --template: it needs SYMBOL"),
    (["call", "a:1"], "cannot use METHOD: it is missing"),
    (["call", "a:1", "Method"], "cannot use METHOD: expected SERVICE/METHOD"),
  ])
  func `words that do not fit are told, without what may be secret`(
    words: [String], message: String
  ) async throws {
    let run = await RPCRun(words)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("secret"))
  }

  @Test(arguments: [
    (
      ["list", "--protoset", "/nowhere/x"], ExitCode.notFound, "cannot use --protoset: there is no"
    ),
    (
      ["list", "a:1", "--cacert", "/nowhere/x"], .notFound, "cannot use --cacert: there is no file"
    ),
    (["list", "a:1", "--cert", "/nowhere/x"], .notFound, "cannot use --cert: there is no file"),
    (["list", "a:1", "-H", "@/nowhere/x"], .notFound, "cannot use --header: there is no file"),
    (
      ["call", "a:1", "a/b", "-d", "@/nowhere/x"], .notFound, "cannot use --data: there is no file"
    ),
    (["list", "a:1", "--cacert", "/dev/null"], .invalidInput, "cannot use --cacert: "),
    (["list", "a:1", "--cert", "/dev/null"], .invalidInput, "cannot use --cert: "),
  ])
  func `files that cannot be used are told`(
    words: [String], code: ExitCode, message: String
  ) async throws {
    let run = await RPCRun(words)
    #expect(run.exitCode == code)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
