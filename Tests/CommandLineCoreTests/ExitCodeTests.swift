internal import CommandLineCore
internal import Testing

@Suite struct ExitCodeTests {
  @Test func `a reader that has gone is no failure`() {
    let gone = CommandLineError(.outputClosed, operation: "write standard output", detail: "gone")
    #expect(gone.exitCode == .success)
  }

  @Test(arguments: [
    (CommandLineError.Code.usage, ExitCode.usage), (.invalidInput, .invalidInput),
    (.inputOutput, .failure),
  ])
  func `an error of ours ends the process with its own code`(
    code: CommandLineError.Code, exitCode: ExitCode
  ) {
    #expect(CommandLineError(code, operation: "do it", detail: "no").exitCode == exitCode)
  }

  @Test func `every code has a meaning of its own`() {
    #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
  }

  @Test func `a message reads cannot, verb, object, reason`() {
    let error = CommandLineError(.usage, operation: "use --limit", detail: "it is given twice")
    #expect(error.description == "cannot use --limit: it is given twice")
  }
}
