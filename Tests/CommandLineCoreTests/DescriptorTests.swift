private import CommandLineCore
internal import Testing

@Suite struct DescriptorTests {
  @Test func `a stream that is no terminal has no columns`() {
    for stream in [Descriptor.standardInput, .standardOutput, .standardError] {
      #expect(stream.isTerminal || stream.columns == nil)
    }
  }

  @Test func `the environment is read by name`() {
    #expect(CurrentProcess.environment("PATH")?.isEmpty == false)
    #expect(CurrentProcess.environment("DYAD_NO_SUCH_VARIABLE") == nil)
  }

  @Test func `the process exits with the number of the code`() async {
    await #expect(processExitsWith: .exitCode(ChildProcess.busyStatus)) {
      ChildProcess.exitBusy()
    }
  }

  @Test func `writing to standard output writes all of it`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try ChildProcess.writeLines(20_000)
    }
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(text.split(separator: "\n").count { $0 == "0123456789" } == 20_000)
  }

  @Test func `a closed reader is told apart from other failures`() async {
    await #expect(processExitsWith: .exitCode(ChildProcess.brokenPipeStatus)) {
      try ChildProcess.writeToClosedPipe()
    }
  }

  @Test func `standard input is read to its end`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try ChildProcess.echo("one\ntwo")
    }
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(text.contains("read:one\nread:two\n"))
  }
}
