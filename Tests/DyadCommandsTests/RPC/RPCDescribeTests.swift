internal import CommandLineCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RPCDescribeTests {
  private static let note = """
    // test.echo.Note, in echo.proto
    message Note {
      string text = 1;
      int64 number = 2;
      repeated Note notes = 3;
      .google.protobuf.Any extra = 4;
    }

    """

  @Test(arguments: [
    ("test.echo.Note", note), (".test.echo.Note", note), ("test.echo.Note.text", nil),
    (
      "test.echo.Mood",
      "// test.echo.Mood, in echo.proto\nenum Mood {\n  CALM = 0;\n  LOUD = 1;\n}\n"
    ),
    (
      "test.echo.Echo/Both",
      "// test.echo.Echo.Both, in echo.proto\nrpc Both(stream Note) returns (stream Note);\n"
    ),
    (
      "test.echo.Echo.One",
      "// test.echo.Echo.One, in echo.proto\nrpc One(Note) returns (Note);\n"
    ),
  ])
  func `a declaration is shown as it was written`(symbol: String, text: String?) async throws {
    try await EchoServer.run { server in
      let run = await RPCRun("describe", "--plaintext", server.address, symbol)
      #expect(run.exitCode == .success, "\(run.errors)")
      #expect(run.output == text ?? Self.note)
    }
  }

  @Test func `what stands above a declaration is shown, and steers no terminal`() async throws {
    let folder = try TemporaryFolder()
    let proto = """
      syntax = "proto3";
      package a;
      // A note.
      //
      // It has a second paragraph with \u{1B}[2J.
      message Note {
        // What it says.
        string text = 1;
        int32 count = 2;  // How often.
        oneof kind {
          // By name.
          string name = 3;
        }
      }
      // Moods.
      enum Mood {
        // At rest.
        CALM = 0;
      }
      // Keeps notes.
      service Notes {
        // Keeps one.
        rpc Keep(Note) returns (Note);
      }

      """
    let set = try ProtobufCompiler(["a.proto": proto]).descriptorSet(hasComments: true)
    try folder.write(set, to: "a.binpb")
    let file = folder.file("a.binpb")
    let note = await RPCRun("describe", "--protoset", file, "a.Note")
    #expect(
      note.output == """
        // a.Note, in a.proto

        // A note.
        //
        // It has a second paragraph with \(TerminalText.replacement)[2J.
        message Note {
          // What it says.
          string text = 1;
          // How often.
          int32 count = 2;
          oneof kind {
            // By name.
            string name = 3;
          }
        }

        """, "\(note.errors)")
    let mood = await RPCRun("describe", "--protoset", file, "a.Mood")
    #expect(mood.output.hasSuffix("// Moods.\nenum Mood {\n  // At rest.\n  CALM = 0;\n}\n"))
    let method = await RPCRun("describe", "--protoset", file, "a.Notes/Keep")
    #expect(method.output.hasSuffix("\n\n// Keeps one.\nrpc Keep(Note) returns (Note);\n"))
  }

  @Test func `a file is shown as a whole, and without a name all services are`() async throws {
    try await EchoServer.run { server in
      let file = await RPCRun("describe", "--plaintext", server.address, "echo.proto")
      #expect(file.output.hasPrefix("// echo.proto\nsyntax = \"proto3\";\n"))
      #expect(file.output.contains("import \"google/protobuf/any.proto\";"))
      let all = await RPCRun(
        "describe", "--protoset", server.folder.file("echo.binpb"))
      #expect(all.output.hasPrefix("// test.echo.Echo, in echo.proto\nservice Echo {\n"))
    }
  }

  @Test(arguments: ["test.echo.Note", "test.echo.Echo/One"])
  func `a template can be sent as it is`(symbol: String) async throws {
    try await EchoServer.run { server in
      let template = await RPCRun(
        "describe", "--plaintext", server.address, symbol, "--template")
      #expect(template.lines.first == "{", "\(template.errors)")
      #expect(template.output.contains("\"number\": \"0\""))
      let call = await RPCRun(
        "call", "--plaintext", server.address, "test.echo.Echo/One", "-d", template.output)
      #expect(call.exitCode == .success, "\(call.errors)")
    }
  }

  @Test func `programs get one object`() async throws {
    try await EchoServer.run { server in
      let run = await RPCRun(
        "describe", "--plaintext", server.address, "test.echo.Mood", "--json")
      #expect(
        run.output == #"{"symbol":"test.echo.Mood","file":"echo.proto","#
          + #""proto":"enum Mood {\n  CALM = 0;\n  LOUD = 1;\n}\n"}"# + "\n")
    }
  }

  @Test func `a name that is not there, or is no message, is told`() async throws {
    try await EchoServer.run { server in
      let missing = await RPCRun("describe", "--plaintext", server.address, "test.echo.Nota")
      #expect(missing.exitCode == .notFound)
      let service = await RPCRun(
        "describe", "--plaintext", server.address, "test.echo.Echo", "--template")
      #expect(service.exitCode == .usage)
      #expect(service.errors.contains("test.echo.Echo is no message"))
    }
  }
}
