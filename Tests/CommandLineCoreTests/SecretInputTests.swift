internal import CommandLineCore
internal import TestSupport
internal import Testing

struct SecretInputTests {
  private static let interrupt: Int32 = 2
  private static let hangUp: Int32 = 1
  private static let quit: Int32 = 3
  private static let kill: Int32 = 9
  private static let terminate: Int32 = 15

  private let reader: String

  init() throws {
    reader = try RunningProgram.builtPath("secret-reader")
  }

  @Test func `what is typed in a terminal is read and not shown`() throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    #expect(try !session.isEchoing)
    try session.type("482913\n")
    let ending = try session.finish()
    #expect(ending == .init(exitCode: 0, output: "Code: \r\nread 6: 319284\r\n"))
    #expect(try session.isEchoing)
  }

  @Test func `mistakes can be corrected while typing`() throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    // The whole line is taken back, then one digit.
    try session.type("999\u{15}4829137\u{7F}\n")
    #expect(try session.finish().output == "Code: \r\nread 6: 319284\r\n")
  }

  @Test func `what was typed before the question is no answer`() throws {
    let session = try TerminalSession("/bin/sh", ["-c", "echo ready; read go; \(reader)"])
    try session.waitFor("ready")
    // The shell reads one line, and the other waits in the terminal.
    try session.type("go\n111111\n")
    try session.waitFor("Code: ")
    try session.type("482913\n")
    #expect(try session.finish().output.hasSuffix("\r\nread 6: 319284\r\n"))
  }

  @Test(arguments: [hangUp, interrupt, quit, terminate])
  func `a signal ends the process as ever, and the terminal shows again what is typed`(
    signal: Int32
  ) throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    try session.type("4829")
    session.send(signal)
    let ending = try session.finish()
    #expect(ending.signal == signal)
    #expect(ending.output == "Code: \r\n")
    #expect(try session.isEchoing)
  }

  @Test func `the interrupt key does the same`() throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    try session.type("4829\u{3}")
    #expect(try session.finish().signal == Self.interrupt)
    #expect(try session.isEchoing)
  }

  @Test func `a process that was killed outright shows that the other tests could fail`() throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    session.send(Self.kill)
    #expect(try session.finish().signal == Self.kill)
    #expect(try !session.isEchoing)
  }

  @Test func `a process that is stopped gives the terminal back, and asks again when it goes on`()
    throws
  {
    // A shell with job control, because a process is not stopped where nobody could continue it.
    let session = try TerminalSession(
      "/bin/sh", ["-c", "set -m; \(reader); echo stopped; read go; fg"])
    try session.waitFor("Code: ")
    try session.type("4829\u{1A}")
    try session.waitFor("stopped\r\n")
    #expect(try session.isEchoing)
    try session.type("go\n")
    try session.waitFor("Code: ")
    #expect(try !session.isEchoing)
    try session.type("482913\n")
    let ending = try session.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.output.hasSuffix("Code: \r\nread 6: 319284\r\n"))
    #expect(!ending.output.contains("4829"))
    #expect(try session.isEchoing)
  }

  @Test func `a process that another thread ends gives the terminal back`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("end")
    #expect(try RunningProgram.run("/usr/bin/mkfifo", [file]).exitCode == 0)
    let session = try TerminalSession(reader, [file])
    try session.waitFor("Code: ")
    #expect(try !session.isEchoing)
    try folder.write([1], to: "end")
    #expect(try session.finish().exitCode == ExitCode.refused.rawValue)
    #expect(try session.isEchoing)
  }

  @Test func `the end of the input is an error that says what to do`() throws {
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    try session.type("\u{4}")
    let ending = try session.finish()
    #expect(ending.exitCode == ExitCode.invalidInput.rawValue)
    #expect(
      ending.output == """
        Code: \r
        cannot read the answer: the input has ended\r
        type it in a terminal, or give it as a line on standard input\r

        """)
    #expect(try session.isEchoing)
  }

  @Test(arguments: [256, 257])
  func `a line has at most 256 bytes`(count: Int) throws {
    let line = String(repeating: "7", count: count)
    let session = try TerminalSession(reader)
    try session.waitFor("Code: ")
    try session.type("\(line)\n")
    let wanted =
      count == 256 ? "read 256: \(line)" : "cannot read the answer: it is longer than 256 bytes"
    #expect(try session.finish().output == "Code: \r\n\(wanted)\r\n")
    #expect(try RunningProgram.run(reader, [], input: "\(line)\n").output == "\(wanted)\n")
  }

  @Test(arguments: ["482913\n", "482913\r\n", "482913", "482913\nmore\n"])
  func `without a terminal the line is read from standard input, and nothing is asked`(
    input: String
  ) throws {
    let ending = try RunningProgram.run(reader, [], input: input)
    #expect(ending.output == "read 6: 319284\n")
    #expect(ending.errors == "")
  }

  @Test func `what follows the line stays for others`() throws {
    let ending = try RunningProgram.run(
      "/bin/sh", ["-c", "\(reader); /bin/cat"], input: "482913\nmore\n")
    #expect(ending.output == "read 6: 319284\nmore\n")
  }

  @Test func `an empty line is an answer, and no line is none`() throws {
    #expect(try RunningProgram.run(reader, [], input: "\n").output == "read 0: \n")
    let ending = try RunningProgram.run(reader, [])
    #expect(ending.exitCode == ExitCode.invalidInput.rawValue)
    #expect(ending.output.hasPrefix("cannot read the answer: the input has ended\n"))
  }
}
