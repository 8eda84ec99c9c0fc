internal import SystemCore
internal import TestSupport
internal import Testing

/// The program itself, with streams that stay open.
@Suite(.timeLimit(.minutes(5))) struct RPCProcessTests {
  /// A thread that may wait for a program: the server that it calls has need of the others.
  private actor Waiting {
    private let executor = ThreadExecutor(label: "waiting")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    func use(
      _ server: EchoServer, _ method: String, _ body: @Sendable (RunningProgram) throws -> Void
    ) throws {
      let words = ["rpc", "call", "--plaintext", server.address, "test.echo.Echo/\(method)"]
      try body(
        RunningProgram(RunningProgram.builtPath("dyad"), words + ["--json", "-d", "@-"]))
    }
  }

  private static func use(
    _ method: String, _ body: @Sendable (RunningProgram) throws -> Void
  ) async throws {
    try await EchoServer.run { try await Waiting().use($0, method, body) }
  }

  @Test func `a message is sent and answered before the next one is typed`() async throws {
    try await Self.use("Both") { program in
      for number in 1...3 {
        program.send(#"{"number":"\#(number)"}"#)
        try program.waitForLine(#"{"number":"\#(number)"}"#)
      }
      let ending = try program.finish()
      #expect(ending.exitCode == 0)
      #expect(ending.lines.count == 3)
    }
  }

  @Test func `a call that is over does not wait for input`() async throws {
    try await Self.use("Hasten") { program in
      program.send(#"{"number":"1"}"#)
      try program.waitForLine(#"{"number":"1"}"#)
      // The input stays open, and only the program's end ends the wait for what it never says.
      #expect(throws: TestSupportError.self) { try program.waitForLine("no such line") }
      #expect(try program.finish().exitCode == 0)
    }
  }

  @Test func `a reader that has seen enough ends the call`() async throws {
    try await Self.use("Both") { program in
      program.send("{}")
      try program.waitForLine("{}")
      program.closeOutput()
      program.send("{}")
      #expect(try program.finish().exitCode == 0)
    }
  }
}
