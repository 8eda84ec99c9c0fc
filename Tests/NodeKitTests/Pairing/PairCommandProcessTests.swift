internal import CommandLineCore
internal import HealthModel
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `Pairing by commands` {
  private func start(_ words: [String], of node: PairingNode) throws -> RunningProgram {
    try RunningProgram(
      try RunningProgram.builtPath("dyad-pair"), words + ["--state", node.folder.path])
  }

  private func run(
    _ words: [String], of node: PairingNode, input: String = ""
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), ["pair"] + words + ["--state", node.folder.path],
      input: input)
  }

  /// The value of a text in a line of JSON.
  private func text(_ key: String, in line: String) throws -> String {
    let start = try #require(line.firstRange(of: "\"\(key)\":\"")).upperBound
    return String(line[start...].prefix { $0 != "\"" })
  }

  @Test func `two people with two terminals make a pair, look at it and end it`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let showing = try start(["show", "--json", "--no-announce"], of: watch)
    let opened = try showing.waitForLine("{\"event\":\"opened\"")
    let code = try text("code", in: opened)
    let joined = try run(
      ["join", watch.address, "--code", "-", "--yes", "--json"], of: phone, input: "\(code)\n")
    #expect(joined.exitCode == 0)
    #expect(joined.lines.count == 3)
    #expect(joined.lines.last?.hasPrefix("{\"event\":\"paired\"") == true)
    try showing.waitForLine("{\"event\":\"paired\"")
    let shown = try showing.finish()
    #expect(shown.exitCode == 0)
    // Only the one who shows the code tells it, and only as a result.
    for said in [shown.errors, joined.output, joined.errors] { #expect(!said.contains(code)) }

    let list = try run(["list"], of: phone)
    #expect(list.output.contains("Test watch"))
    #expect(list.output.contains("paired"))
    let removed = try run(["remove", "--yes"], of: watch)
    #expect(removed.exitCode == 0)
    #expect(try run(["list", "--json"], of: phone).output.isEmpty)
  }

  @Test func `a link has all that is needed`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let showing = try start(["show", "--json", "--no-announce"], of: watch)
    let link = try text("link", in: try showing.waitForLine("{\"event\":\"opened\""))
    #expect(try run(["join", link, "--yes"], of: phone).exitCode == 0)
    try showing.waitForLine("{\"event\":\"paired\"")
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `mistakes that people make say what to do next`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let closed = try run(["join", watch.address, "--code", "123456", "--yes"], of: phone)
    #expect(closed.exitCode == ExitCode.failure.rawValue)
    #expect(closed.errors.contains("'dyad pair show'"))

    let showing = try start(["show", "--json", "--no-announce"], of: watch)
    let code = try text("code", in: try showing.waitForLine("{\"event\":\"opened\""))
    let second = try run(["show"], of: watch)
    #expect(second.exitCode != 0)
    let wrong = try run(
      ["join", watch.address, "--code", code.oneDigitOff, "--yes"], of: phone)
    #expect(wrong.exitCode == ExitCode.refused.rawValue)
    #expect(wrong.errors.contains("'dyad pair show'"))
    #expect(try showing.finish().exitCode != 0)

    watch.crash()
    let away = try run(["join", watch.address, "--code", "123456", "--yes"], of: phone)
    #expect(away.exitCode == ExitCode.failure.rawValue)
    let dead = try run(["list"], of: watch)
    #expect(dead.exitCode == ExitCode.failure.rawValue)
    #expect(dead.errors.contains("dyadd"))
  }
}
