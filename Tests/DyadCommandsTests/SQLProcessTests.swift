internal import CommandLineCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct SQLProcessTests {
  private func filled() throws -> Dyad {
    let dyad = try Dyad()
    let saved = try dyad.run(
      "save", input: Dyad.heartRate(1, bundle: "a.b") + Dyad.heartRate(2, bundle: "=cmd"))
    #expect(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  @Test func `an answer is a table, CSV, or lines of JSON`() throws {
    let dyad = try filled()
    let sql = "select bundle, value, device from heartRate order by start"
    #expect(
      try dyad.run("sql", sql).lines.map { $0.split(separator: " ").first } == [
        "bundle", "a.b", "=cmd",
      ])
    let csv = try dyad.run("sql", sql, "--csv").output.split(whereSeparator: \.isNewline)
    #expect(csv.count == 3 && csv[0].hasPrefix("bundle,value,device") && csv[2].hasPrefix("'=cmd,"))
    let json = try dyad.run("sql", sql, "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(json.map { $0["bundle"] } == [.string("a.b"), .string("=cmd")])
    #expect(json[0]["device"] == .null)
    #expect(
      try dyad.run("sql", "select type, samples from types").lines.last == "heartRate        2")
    // The names of columns come without rows, too.
    #expect(try dyad.run("sql", "select value from bodyMass").lines == ["value"])
  }

  @Test func `a row that is wider than the terminal is a record`() throws {
    let dyad = try filled()
    let wide = try dyad.runInTerminal("sql", "select * from heartRate where bundle = 'a.b'")
    let lines = wide.output.split(whereSeparator: \.isNewline)
    #expect(lines.count == 10 && lines[2].hasPrefix("value     101"), "\(wide.output)")
    let narrow = try dyad.runInTerminal("sql", "select bundle, value from heartRate")
    #expect(narrow.output.split(whereSeparator: \.isNewline).count == 3)
  }

  @Test func `statements come from standard input, one after the other`() throws {
    let dyad = try filled()
    let ending = try dyad.run(
      "sql", "--json", input: "select 1 as a; -- first\nselect count(*) as b from heartRate;")
    #expect(ending.lines == [#"{"a":1}"#, #"{"b":2}"#])
    let empty = try dyad.run("sql", input: " -- nothing\n")
    #expect(
      empty.exitCode == ExitCode.usage.rawValue && empty.errors.contains("there is no statement"))
  }

  @Test func `a statement that does more than read is refused in plain words`() throws {
    let dyad = try filled()
    let made = dyad.folder.file("made.db")
    let store = dyad.folder.file("state/store.db")
    for (sql, word) in [
      ("pragma query_only=0; attach '\(store)' as s; delete from s.block", "PRAGMA query_only"),
      ("attach '\(made)' as s", "ATTACH"), ("vacuum into '\(made)'", "VACUUM"),
      ("create table t(a)", "CREATE"), ("select load_extension('x')", "load_extension"),
      ("select * from pragma_table_info('x')", "pragma_table_info"), ("begin", "BEGIN"),
    ] {
      let ending = try dyad.run("sql", sql)
      #expect(ending.exitCode == ExitCode.usage.rawValue && ending.output.isEmpty, "\(sql)")
      #expect(
        ending.errors.hasPrefix("dyad: cannot run the statement: dyad sql only reads; "),
        "\(ending.errors)")
      #expect(ending.errors.contains(word), "\(ending.errors)")
      #expect(ending.errors.contains("'dyad export FILE.db'"), "\(ending.errors)")
    }
    #expect(dyad.folder.contents() == ["state"])
    let verified = try dyad.run("verify")
    #expect(verified.exitCode == 0 && verified.output.contains("2 samples"), "\(verified.output)")
  }

  @Test func `nothing can be changed, and mistakes say what to do`() throws {
    let dyad = try filled()
    for (sql, failure) in [
      ("delete from heartRate", "answer"),
      ("insert into heartRate values (1)", "run the statement"), ("selec 1", "answer"),
      ("select * from hartRate", "answer"), ("select nothing from heartRate", "answer"),
    ] {
      let ending = try dyad.run("sql", sql)
      #expect(ending.exitCode == ExitCode.usage.rawValue && ending.output.isEmpty, "\(sql)")
      #expect(ending.errors.hasPrefix("dyad: cannot \(failure): "), "\(ending.errors)")
      #expect(ending.errors.contains("'dyad sql --help'"))
    }
    #expect(
      try dyad.run("sql", "select count(*) n from heartRate", "--json").lines == [#"{"n":2}"#])
    let both = try dyad.run("sql", "select 1", "--csv", "--json")
    #expect(both.exitCode == ExitCode.usage.rawValue)
    let none = try dyad.run("sql", "select 1", state: "elsewhere")
    #expect(none.exitCode == ExitCode.notFound.rawValue)
  }

  /// Four connections of as many threads, one after the other closed; and errors as the program sees them.
  private static let host = """
    import sqlite3, sys, threading
    def connect():
        connection = sqlite3.connect(":memory:")
        connection.enable_load_extension(True)
        connection.load_extension(sys.argv[1])
        return connection
    def ask():
        connection = connect()
        for _ in range(20): assert connection.execute("select count(*) from samples").fetchone() == (2,)
        connection.close()
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    connection = connect()
    connection.execute("create virtual table heartRate using heartRate")
    print(connection.execute("select bundle, value from heartRate order by start").fetchall())
    try: connection.execute("select * from daily('x')").fetchall()
    except sqlite3.OperationalError as error: print(error)
    """

  /// The words of the guide's lines that begin so.
  private static func guide(_ beginning: String) throws -> [[String]] {
    let page = try SourceTree.text("Sources/Guide.docc/TakingDataOut.md")
    return page.split(separator: "\n").filter { $0.hasPrefix(beginning) }.map { line in
      // Between quotes stands one word.
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
        $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init)
      }
    }
  }

  @Test func `what the guide asks is answered`() throws {
    let dyad = try filled()
    let steps = (0..<3).map { hour in
      #"{"type":"stepCount","value":5000,"unit":"count","start":"2026-11-21T1\#(hour):00:00Z","#
        + #""source":{"bundle":"a.b","name":"Watch"}}"# + "\n"
    }.joined()
    #expect(try dyad.run("save", input: steps).exitCode == 0)
    let statements = try Self.guide("dyad sql ")
    #expect(statements.count == 4)
    for words in statements {
      let ending = try dyad.run(Array(words.dropFirst()))
      let lines = ending.output.split(whereSeparator: \.isNewline)
      #expect(ending.exitCode == 0 && !lines.isEmpty, "\(words): \(ending.errors)")
      #expect(lines.count > 1 || words.contains("--json"), "\(words): \(ending.output)")
    }
  }

  @Test func `any program that uses SQLite can load the tables`() throws {
    let dyad = try filled()
    let library = try RunningProgram.builtPath("libdyad-sqlite.so")
    let python = "/usr/bin/python3"
    let words = ["-c", Self.host, library]
    let ending = try RunningProgram.run(
      python, words, environment: ["DYAD_STATE": dyad.folder.file("state")])
    #expect(ending.exitCode == 0, "\(ending.errors)")
    #expect(
      ending.lines == [
        "[('a.b', 101.0), ('=cmd', 102.0)]",
        "there is no type x; select * from types lists those that are there",
      ])
    // It is not there any more for whoever failed to load it, and its threads may still be.
    let none = try RunningProgram.run(
      python, words, environment: ["DYAD_STATE": dyad.folder.file("elsewhere")])
    #expect(none.exitCode == 1, "\(none.errors)")
    #expect(none.errors.contains("there is no store in"))
  }
}
