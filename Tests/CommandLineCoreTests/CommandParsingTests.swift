private import CommandLineCore
internal import TestSupport
internal import Testing
private import TextFormats

@Suite struct CommandParsingTests {
  private static func run(_ line: String) throws -> ParsedArguments {
    let invocation = try Command.sample.parse(line.split(separator: " ").map(String.init))
    guard case .run(let parsed) = invocation else {
      throw CommandLineError(.usage, operation: "run", detail: "help came instead")
    }
    return parsed
  }

  @Test(arguments: [
    "query heartRate --limit 5", "query --limit=5 heartRate", "query -n 5 heartRate",
    "query -n5 heartRate", "query heartRate -jdn5", "--state s query heartRate -n 5",
    "query heartRate --limit 5 --",
  ])
  func `a value may be written in every usual way`(line: String) throws {
    let parsed = try Self.run(line)
    #expect(parsed.path == ["dyad", "query"])
    #expect(parsed.required(.type) == "heartRate")
    #expect(try parsed.integer(.limit, in: 1...10) == 5)
  }

  @Test func `what is not given has its default or is nothing`() throws {
    let parsed = try Self.run("query heartRate")
    #expect(parsed.value(.limit) == "100")
    #expect(!parsed.has(.limit))
    #expect(parsed.value(.state) == nil)
    #expect(!parsed.has(.json))
    #expect(parsed.values(.tag) == [])
    #expect(try parsed.date(.from) == nil)
  }

  @Test func `flags may be bundled and repeated`() throws {
    let parsed = try Self.run("query -jd --json heartRate")
    #expect(parsed.has(.json))
    #expect(parsed.has(.descending))
  }

  @Test func `a repeatable option keeps its values in order`() throws {
    #expect(try Self.run("query x -t b --tag=a").values(.tag) == ["b", "a"])
  }

  @Test func `options of the program are known to every command below`() throws {
    #expect(try Self.run("apps add x --state=there").value(.state) == "there")
  }

  @Test func `after two dashes everything is a value`() throws {
    #expect(
      try Self.run("save - -- --json --help --").values(.files) == ["-", "--json", "--help", "--"])
    #expect(try Self.run("save").values(.files) == [])
  }

  @Test func `an empty value and one with equals signs are kept`() throws {
    #expect(try Self.run("query x --from= --tag=a=b").value(.from) == "")
    #expect(try Self.run("query x --tag=a=b").values(.tag) == ["a=b"])
    #expect(try Self.run("query x --limit -5").value(.limit) == "-5")
  }

  @Test(arguments: [
    (
      "query x --limt 5", "cannot use option '--limt' of 'dyad query': no such option",
      "Did you mean '--limit'? See 'dyad query --help'."
    ),
    (
      "query x --limt=61", "cannot use option '--limt' of 'dyad query': no such option",
      "Did you mean '--limit'? See 'dyad query --help'."
    ),
    (
      "qeury", "cannot run 'dyad qeury': no such command",
      "Did you mean 'dyad query'? See 'dyad --help'."
    ),
    (
      "frobnicate", "cannot run 'dyad frobnicate': no such command",
      "The commands are query, save, apps, completions. See 'dyad --help'."
    ),
    (
      "query x -z", "cannot use option '-z' of 'dyad query': no such option",
      "Put '--' before a value that begins with '-'. See 'dyad query --help'."
    ),
    (
      "", "cannot run 'dyad': no command is given",
      "The commands are query, save, apps, completions. See 'dyad --help'."
    ),
    ("query", "cannot run 'dyad query': TYPE is missing", "See 'dyad query --help'."),
    (
      "query a b", "cannot run 'dyad query': 2 values are given and it takes 1",
      "See 'dyad query --help'."
    ),
    ("query a --json=yes", "cannot use --json: it takes no value", "See 'dyad query --help'."),
    (
      "query a --limit", "cannot use --limit: its value N is missing",
      "Write '--limit=N' where the value begins with '-'. See 'dyad query --help'."
    ),
    (
      "query a --limit --json", "cannot use --limit: its value N is missing",
      "Write '--limit=N' where the value begins with '-'. See 'dyad query --help'."
    ),
    ("query a -n 1 --limit 2", "cannot use --limit: it is given twice", "See 'dyad query --help'."),
    ("query a --", "", ""),
  ])
  func `a wrong line is answered with what to do`(
    line: String, message: String, advice: String
  ) throws {
    guard !message.isEmpty else {
      #expect(throws: Never.self) { try Self.run(line) }
      return
    }
    let error = try #require(throws: CommandLineError.self) { try Self.run(line) }
    #expect(error.code == .usage)
    #expect(error.description == message)
    #expect(error.advice == advice)
  }

  @Test func `a message repeats of a word only what is fit for a terminal`() throws {
    let word = "\u{1B}[2J" + String(repeating: "x", count: 1000)
    let error = try #require(throws: CommandLineError.self) { try Command.sample.parse([word]) }
    #expect(!error.description.contains("\u{1B}"))
    #expect(error.description.count < 120)
  }

  @Test(arguments: ["five", "+5", "0", "11", "5.0", "", "٥", "99999999999999999999", "-"])
  func `a number that is none is refused without being shown`(value: String) throws {
    let line = ["query", "x", "--limit=\(value)"]
    guard case .run(let parsed) = try Command.sample.parse(line) else {
      Issue.record("help came instead")
      return
    }
    let error = try #require(throws: CommandLineError.self) {
      try parsed.integer(.limit, in: 1...10)
    }
    #expect(error.description == "cannot use --limit: expected a whole number from 1 to 10")
  }

  @Test func `a date that is none is refused with what to write`() throws {
    let parsed = try Self.run("query x --from yesterday")
    let error = try #require(throws: CommandLineError.self) { try parsed.date(.from) }
    #expect(error.description == "cannot use --from: it is no date")
    #expect(error.code == .usage)
    #expect(error.advice?.contains("2026-11-21T08:00:00Z") == true)
    #expect(
      try Self.run("query x --from 2001-01-02").date(.from)?.secondsSince2001 == 86_400)
  }

  @Test(arguments: [
    ("--help", ["dyad"]), ("-h", ["dyad"]), ("help", ["dyad"]),
    ("query --help", ["dyad", "query"]),
    ("help query", ["dyad", "query"]), ("query --wrong --help", ["dyad", "query"]),
    ("query --limit --help", ["dyad", "query"]), ("apps help add", ["dyad", "apps", "add"]),
    ("apps --help", ["dyad", "apps"]), ("query a b c -jh", ["dyad", "query"]),
  ])
  func `help is found wherever it is asked for`(line: String, path: [String]) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try Command.sample.parse(words) == .help(path))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `any words are read or refused and never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "query", "save", "apps", "add", "--", "-", "--limit", "--limit=5", "-n", "-n5", "-jd", "x",
      "--state", "--help", "", "-é", "--=", "---", "=", "help", "心", "-t",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0..<7, using: &random)
      let line = (0..<count).compactMap { _ in words.randomElement(using: &random) }
      do throws(CommandLineError) {
        switch try Command.sample.parse(line) {
        case .run(let parsed): #expect(parsed.path.first == "dyad", "seed \(seed)")
        case .help(let path):
          #expect(!Command.sample.help(for: path).isEmpty, "seed \(seed)")
        }
      } catch {
        #expect(error.code == .usage, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("lmit", "limit"), ("limti", "limit"), ("desc", "descending"), ("jsn", "json"), ("xyz", nil),
    ("t", nil), (String(repeating: "limit", count: 1000), nil),
  ])
  func `a slip of the finger is recognised`(word: String, candidate: String?) throws {
    let error = try #require(throws: CommandLineError.self) {
      try Command.sample.parse(["query", "x", "--\(word)"])
    }
    let hint = candidate.map { "Did you mean '--\($0)'? " } ?? ""
    #expect(error.advice == "\(hint)See 'dyad query --help'.")
  }
}
