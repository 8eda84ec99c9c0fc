internal import CommandLineCore
internal import CommandSupport
internal import RPCCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RPCCallTests {
  private static func call(
    _ server: EchoServer, _ method: String, _ words: String..., input: [String] = []
  ) async -> RPCRun {
    await RPCRun(
      ["call", "--plaintext", server.address, "test.echo.Echo/\(method)", "--json"] + words,
      input: input)
  }

  @Test(arguments: [
    ([], "{}"), (["-d", "{}"], "{}"), (["-d", ""], "{}"),
    (["-d", #"{"text":"é","number":"5"}"#], #"{"text":"é","number":"5"}"#),
    (["-d", #"{"notes":[{"number":1}]}"#], #"{"notes":[{"number":"1"}]}"#),
    (["--emit-defaults"], #"{"text":"","number":"0","notes":[]}"#),
    (["-d", #"{"text":"a","new":1}"#, "--allow-unknown-fields"], #"{"text":"a"}"#),
    (["-d", #"{"text":"a"}"#, "--gzip"], #"{"text":"a"}"#),
  ])
  func `one message goes there and one comes back`(
    words: [String], answer: String
  ) async throws {
    try await EchoServer.run { server in
      let run = await RPCRun(
        ["call", "--plaintext", server.address, "test.echo.Echo/One", "--json"] + words)
      #expect(run.exitCode == .success, "\(run.errors)")
      #expect(run.lines.first == answer)
      #expect(run.errors.isEmpty)
    }
  }

  @Test(arguments: ["test.echo.Echo.One", "/test.echo.Echo/One"])
  func `a method may be spelled otherwise`(method: String) async throws {
    try await EchoServer.run { server in
      let run = await RPCRun(
        "call", "--plaintext", server.address, method, "-d", #"{"text":"a"}"#)
      #expect(run.output == "{\n  \"text\": \"a\"\n}\n")
    }
  }

  @Test func `many messages go there`() async throws {
    try await EchoServer.run { server in
      let input = [
        "{\"notes\":[{\"number\":1}]}{\"no", "tes\":[{\"number\":2}]}\n{\"text\":\"c\"}",
      ]
      let run = await Self.call(server, "Collect", "-d", "@-", input: input)
      #expect(run.output == #"{"text":"c","notes":[{"number":"1"},{"number":"2"}]}"# + "\n")
      let none = await Self.call(server, "Collect")
      #expect(none.output == "{}\n")
    }
  }

  @Test func `many messages come back`() async throws {
    try await EchoServer.run { server in
      let run = await Self.call(server, "Repeat", "-d", #"{"number":7}"#)
      #expect(run.lines == [String](repeating: #"{"number":"7"}"#, count: 3))
    }
  }

  @Test func `many messages go both ways, those of a file too`() async throws {
    try await EchoServer.run { server in
      let messages = (1...500).map { #"{"number":"\#($0)"}"# }
      try server.folder.write(Array(messages.joined(separator: "\n").utf8), to: "in.jsonl")
      let run = await Self.call(server, "Both", "-d", "@\(server.folder.file("in.jsonl"))")
      #expect(run.lines == messages, "\(run.errors)")
    }
  }

  @Test func `an answer that comes early ends the call`() async throws {
    try await EchoServer.run { server in
      let input = (1...50).map { #"{"number":"\#($0)"}"# }
      let run = await Self.call(server, "Hasten", "-d", "@", input: input)
      #expect(run.exitCode == .success, "\(run.errors)")
      #expect(run.output == #"{"number":"1"}"# + "\n")
    }
  }

  @Test func `a message inside Any is read and shown by its own declaration`() async throws {
    try await EchoServer.run { server in
      let json = #"{"extra":{"@type":"type.googleapis.com/test.other.Secret","word":"w"}}"#
      let run = await Self.call(server, "One", "-d", json)
      #expect(run.output == json + "\n", "\(run.errors)")
    }
  }

  @Test func `headers and trailers are shown, and metadata is sent`() async throws {
    try await EchoServer.run { server in
      try server.folder.write(Array("x-c: from a file\nX-D:\tvalue \n".utf8), to: "headers")
      let run = await Self.call(
        server, "One", "-H", "x-a: 1:2", "-H", "x-a:again", "-H", "x-b-bin: AP8=", "-H",
        "@\(server.folder.file("headers"))", "-v")
      #expect(
        run.errors == """
          Method:
            rpc One(Note) returns (Note);
          Request headers:
            x-a: 1:2
            x-a: again
            x-b-bin: AP8
            x-c: from a file
            x-d: value
          Response headers:
            x-a: 1:2
            x-a: again
            x-b-bin: AP8
            x-c: from a file
            x-d: value
          Response trailers:
            x-count: 1
          Sent 1 message and received 1 message

          """)
      #expect(run.output == "{}\n")
    }
  }

  @Test func `descriptors from a file serve a call as well`() async throws {
    try await EchoServer.run(reflection: .none) { server in
      let file = server.folder.file("echo.binpb")
      let run = await Self.call(server, "One", "-d", #"{"text":"a"}"#, "--protoset", file)
      #expect(run.output == #"{"text":"a"}"# + "\n", "\(run.errors)")
    }
  }
}
