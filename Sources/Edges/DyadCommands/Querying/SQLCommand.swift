internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import SQLiteCore
internal import StoreAccess
internal import StoreTables
internal import SystemCore
internal import TextFormats

/// `dyad sql`: answers questions in SQL.
struct SQLCommand: Subcommand {
  static let command = Command(
    "sql", summary: "Answer questions in SQL",
    discussion: """
      The statement is SQLite's; without one it is read from standard input, and several are answered one \
      after the other. It may read these tables and nothing else. Each type is a table named as in 'dyad types': start and end \
      as datetime() writes them (2026-11-21 08:00:00, in UTC), value, unit, source, bundle, version, device, \
      metadata as JSON, and uuid; start_unix and end_unix, seconds since 1970, are there when they are asked \
      for. All values of a type are in the unit chosen with 'dyad units', else in the usual metric one.

      There are also samples (all types), types, sources, workouts, daily('TYPE', 'ZONE') with the sums or \
      averages of days, in which time that several sources cover counts once, and summaries('ZONE') with the \
      rings; without a zone days begin by the machine's clock, or that of --tz. Conditions on dates, value, \
      source, bundle and uuid, and ORDER BY start, are quick in any store.

      The answer is a table, or a record for each row where a terminal is too narrow for that; --csv and \
      --json (a line for each row) are for programs.
      """,
    examples: [
      .init("dyad sql \"select * from types\"", "what is there"),
      .init(
        "dyad sql \"select max(value) from heartRate where start > '2026-01-01'\"",
        "the highest heart rate of a year"),
      .init("dyad sql \"select * from daily('stepCount')\" --csv", "the steps of each day"),
    ], options: [.timeZone, .csv], arguments: [.statement])

  /// More than anybody types.
  private static let longestScript = 1 << 20

  private let script: String?
  private let form: SQLRows.Form
  private let zone: TimeZoneRules

  init(_ arguments: ParsedArguments) throws {
    script = arguments.value(.statement)
    zone = try ZoneChoice.zone(arguments)
    guard !(arguments.has(.csv) && arguments.has(.json)) else {
      throw arguments.unusable(.csv, "--json asks for lines of JSON")
    }
    form = arguments.has(.json) ? .json : arguments.has(.csv) ? .csv : .table
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let script = try script ?? Self.typed()
    let data = try await session.open(.isAnError)
    let tables = try await StoreTables(
      data, in: zone, zonesIn: ZoneChoice.folder(CurrentProcess.environment))
    // SQLite waits for what tasks bring, so it has no thread of theirs.
    try await WorkThread.value("dyad.sql") { try answer(script, from: tables) }
    return .success
  }

  private static let nothingAsked = ProgramFailure(
    .usage, "cannot answer: there is no statement",
    advice: "Try: dyad sql \"select * from types\"")

  private static func typed() throws -> String {
    let input = Descriptor.standardInput
    guard !input.isTerminal else {
      throw Self.nothingAsked
    }
    var bytes: [UInt8] = []
    while true {
      let more = try input.nextChunk()
      if more.isEmpty { break }
      bytes += more
      guard bytes.count <= longestScript else {
        throw ProgramFailure(
          .invalidInput, "cannot read the statements: they are longer than 1 MiB")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramFailure(.invalidInput, "cannot read the statements: they are not UTF-8")
    }
    return text
  }

  private func answer(_ script: String, from tables: StoreTables) throws {
    let connection = try tables.connection()
    var rest = script[...]
    var hasAny = false
    do {
      while var statement = try connection.prepareFirst(of: &rest) {
        hasAny = true
        var rows = try SQLRows(statement.columnNames, as: form)
        while try statement.step() { try rows.append(try statement.values()) }
        try rows.finish()
      }
    } catch let error as SQLiteError where error.code == .refused {
      throw ProgramFailure(
        .usage,
        "cannot run the statement: dyad sql only reads; \(TerminalText.clean(error.detail))",
        advice: """
          Ask with SELECT, for the tables that 'dyad sql --help' names. 'dyad save' and 'dyad delete' change what is \
          stored; 'dyad export FILE.db' copies it into a database that takes any statement.
          """)
    } catch let error as SQLiteError {
      throw ProgramFailure(
        error.code == .interrupted ? .failure : .usage, "cannot answer: \(error.detail)",
        advice:
          "Each type that 'dyad types' lists is a table; 'dyad sql --help' tells of its columns and of other tables."
      )
    }
    guard hasAny else { throw Self.nothingAsked }
  }
}

extension Argument {
  static let statement = Argument("SQL", help: "The statement", isRequired: false)
}

extension Option {
  static let csv = Option(
    "csv", help: "Print rows as CSV (RFC 4180), the names of the columns first")
}
