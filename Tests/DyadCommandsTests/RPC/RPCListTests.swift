internal import CommandLineCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RPCListTests {
  @Test(arguments: [EchoServer.Reflection.both, .older])
  func `services are listed, whatever the server calls its reflection`(
    reflection: EchoServer.Reflection
  ) async throws {
    try await EchoServer.run(reflection: reflection) { server in
      let run = await RPCRun("list", "--plaintext", server.address)
      #expect(run.exitCode == .success, "\(run.errors)")
      #expect(run.lines.contains("test.echo.Echo"))
      #expect(run.lines.sorted() == run.lines)
    }
  }

  @Test func `methods of a service are listed for people and programs`() async throws {
    try await EchoServer.run { server in
      let people = await RPCRun("list", "--plaintext", server.address, "test.echo.Echo")
      #expect(people.lines.prefix(2) == ["test.echo.Echo/One", "test.echo.Echo/Collect"])
      let programs = await RPCRun(
        "list", "--plaintext", server.address, "test.echo.Echo", "--json")
      #expect(
        programs.lines[1]
          == #"{"method":"test.echo.Echo/Collect","input":"test.echo.Note","#
          + #""output":"test.echo.Note","clientStreaming":true,"serverStreaming":false}"#)
    }
  }

  @Test func `a Unix socket is spoken to without TLS`() async throws {
    try await EchoServer.run(.unix) { server in
      #expect(server.address.hasPrefix("unix:"))
      let path = String(server.address.dropFirst(5))
      let run = await RPCRun("list", "--unix", path, "test.echo.Echo")
      #expect(run.lines.first == "test.echo.Echo/One", "\(run.errors)")
      #expect(await RPCRun("list", server.address).exitCode == .success)
    }
  }

  @Test func `a file of descriptors needs no server`() async throws {
    try await EchoServer.run { server in
      let file = server.folder.file("echo.binpb")
      let run = await RPCRun("list", "--protoset", file)
      #expect(run.output == "test.echo.Echo\n")
      let methods = await RPCRun("list", "--protoset", file, "test.echo.Echo")
      #expect(methods.lines.first == "test.echo.Echo/One")
      // An address that nobody looks at does no harm.
      #expect(await RPCRun("list", "--protoset", file, "localhost:1").output == run.output)
    }
  }

  @Test(arguments: [
    ("test.echo.Ecko", "Did you mean test.echo.Echo?"), ("Echo", "Did you mean test.echo.Echo?"),
    ("other.echo", "Did you mean test.echo.Echo?"), ("x.Y", "'dyad rpc list' lists"),
  ])
  func `a service that is not there leads to the one that may be meant`(
    name: String, advice: String
  ) async throws {
    try await EchoServer.run { server in
      let run = await RPCRun("list", "--plaintext", server.address, name)
      #expect(run.exitCode == .notFound)
      #expect(run.errors.contains("cannot find service \(name): there is none of that name"))
      #expect(run.errors.contains(advice), "\(run.errors)")
    }
  }

  @Test func `without reflection the way out is told`() async throws {
    try await EchoServer.run(reflection: .none) { server in
      let run = await RPCRun("list", "--plaintext", server.address)
      #expect(run.exitCode == .failure)
      #expect(run.errors.contains("it has no reflection"))
      #expect(run.errors.contains("--protoset FILE"))
    }
  }
}
