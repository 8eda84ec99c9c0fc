internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import StoreMirror
private import Synchronization
internal import TextFormats

/// `dyad mirror`: keeps the tables of a PostgreSQL database in step with the store.
struct MirrorCommand: Subcommand {
  static let command = Command(
    "mirror", summary: "Keep tables of a PostgreSQL database in step with the store",
    discussion: """
      ADDRESS is a postgresql:// address; what it leaves out comes from PGHOST and the like, ~/.pg_service.conf \
      and ~/.pgpass, where a password belongs. Say sslmode=verify-full in it for a server on a network.

      The tables are in the schema dyad: samples, and the view readable with names for numbers. All samples of the \
      store are those of one subject; many subjects share the tables. What is saved and deleted is told once, \
      in the order of the store, whatever is killed or lost meanwhile. Not mirrored are documents.

      It goes on until it is interrupted, unless --once is given. Where no daemon runs, it keeps the store \
      meanwhile. One mirror follows a subject: a later one takes over.

      A store that was restored, or is another one, is compared with the database by UUIDs; --compare does that in \
      any case, where somebody changed the database. More than 100 samples \
      and more than one of a hundred are deleted there only if --accept says how many may be.
      """,
    examples: [
      .init("dyad mirror postgresql:///health --subject ada", "follow, on this machine"),
      .init(
        "dyad mirror postgresql:///health --subject ada --once", "bring what is missing, and end"),
      .init("dyad mirror postgresql:///health --subject ada --check", "compare both, day by day"),
      .init("dyad mirror postgresql:///health --subject ada --forget", "erase one subject"),
    ],
    options: [
      .subject, .mirrorOnce, .compare, .acceptDeletions, .mirrorCheck, .mirrorForget, .spread,
    ],
    arguments: [.databaseAddress])

  private enum Task {
    case follow
    case once
    case check
    case forget
  }

  private let address: String
  private let subject: String
  private let task: Task
  private let accepted: Int
  private let compares: Bool
  private let spread: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    address = arguments.required(.databaseAddress)
    subject = try arguments.subject()
    accepted = try arguments.integer(.acceptDeletions, in: 0...Int.max) ?? 0
    spread = try arguments.integer(.spread, in: 1...1_024) ?? 1
    compares = arguments.has(.compare)
    isJSON = arguments.has(.json)
    guard !address.isEmpty else { throw arguments.unusable(.databaseAddress, "it is empty") }
    let given = [
      (Option.mirrorOnce, Task.once), (.mirrorCheck, .check), (.mirrorForget, .forget),
    ].filter { arguments.has($0.0) }
    guard given.count <= 1 else {
      throw arguments.unusable(given[1].0, "it excludes \(given[0].0.spelling)")
    }
    task = given.first?.1 ?? .follow
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    if task == .forget {
      let count = try await Mirror.forget(subject, at: address)
      try write(
        ["erased \(counted(count, "sample")) of \(TerminalText.clean(subject))"],
        .object([.init("erased", .integer(Int64(count)))]))
      return .success
    }
    let data = try await session.open(.isAnError)
    if task == .check { return try await check(data) }
    if task == .follow, data.isExclusive {
      Messages.note(
        "this process has the store now, so no other can save to it; --once ends at once")
    }
    let told = Mutex(0)
    try await Progress.show("Mirroring", of: "changes", isShown: task == .once) { progress in
      let mirror = Mirror(
        of: data, at: address, subject: subject, spread: spread, acceptingDeletions: accepted,
        comparing: compares
      ) { news in
        switch news {
        case .told(let count):
          told.withLock { $0 = count }
          progress.tell(count)
        case .isInStep: if task == .follow { Self.tellInStep(told.withLock { $0 }) }
        case .compares:
          Messages.note("the store has another past than the database: comparing both")
        case .waits(let reason, let seconds):
          Messages.note("\(reason); trying again in \(counted(seconds, "second"))")
        }
      }
      try await mirror.run(once: task == .once)
    }
    let count = told.withLock { $0 }
    try write(
      ["brought \(counted(count, "change"))"], .object([.init("changes", .integer(Int64(count)))]))
    return .success
  }

  /// One line for a log, each time nothing is missing any more.
  private static func tellInStep(_ count: Int) {
    Messages.note("the database is in step: \(counted(count, "change")) in this run")
  }

  /// As many days as people look at; programs get all of them.
  private static let mostDays = 20

  private func check(_ data: any OwnerAccess) async throws -> ExitCode {
    let check = try await Progress.show("Comparing", isShown: !isJSON) { _ in
      try await MirrorCheck(data, at: address, subject: subject)
    }
    var table = Table([
      .init("DAY"), .init("TYPE"), .init("STORE", .right), .init("DATABASE", .right),
    ])
    for difference in check.differences.prefix(Self.mostDays) {
      table.append([
        difference.day, difference.type.name, String(difference.inStore),
        String(difference.inDatabase),
      ])
    }
    let rest = check.differences.count - Self.mostDays
    let lines =
      check.differences.isEmpty
      ? ["the database has the same \(counted(check.count, "sample"))"]
      : table.lines(width: nil) + (rest > 0 ? ["and \(counted(rest, "more day"))"] : [])
    let differences = check.differences.map { difference -> JSONValue in
      .object([
        .init("day", .string(difference.day)), .init("type", .string(difference.type.name)),
        .init("store", .integer(Int64(difference.inStore))),
        .init("database", .integer(Int64(difference.inDatabase))),
      ])
    }
    try write(
      lines,
      .object([
        .init("samples", .integer(Int64(check.count))), .init("differences", .array(differences)),
      ]))
    return check.differences.isEmpty ? .success : .damaged
  }

  private func write(_ lines: [String], _ json: JSONValue) throws(CommandLineError) {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(json)
    } else {
      for line in lines { try output.writeLine(line) }
    }
    try output.flush()
  }
}

extension Option {
  static let subject = Option(
    "subject", value: "NAME",
    help: "Whose samples these are in the database, by a name of your choice")
  static let mirrorOnce = Option("once", help: "End when nothing is missing")
  static let compare = Option("compare", help: "First compare all of the store with the database")
  static let mirrorCheck = Option(
    "check", help: "Compare the database with the store, and change nothing")
  static let mirrorForget = Option(
    "forget", help: "Erase everything of the subject from the database")
  static let acceptDeletions = Option(
    "accept", value: "N", help: "Let a comparison delete up to N samples from the database")
  static let spread = Option(
    "spread", value: "N", help: "Where the tables are made: spread subjects among N parts (1)")
}

extension Argument {
  static let databaseAddress = Argument(
    "ADDRESS", help: "A database, such as postgresql://host/health?sslmode=verify-full")
}

extension ParsedArguments {
  /// The subject, which has to be named.
  func subject() throws(CommandLineError) -> String {
    guard let name = value(.subject) else {
      throw CommandLineError(
        .usage, operation: "use '\(path.joined(separator: " "))'",
        detail: "--subject is missing",
        advice: "Name whose samples these are, such as --subject ada.")
    }
    guard !name.isEmpty, name.utf8.count <= 200 else {
      throw unusable(.subject, "expected a name of 1 to 200 bytes")
    }
    return name
  }
}
