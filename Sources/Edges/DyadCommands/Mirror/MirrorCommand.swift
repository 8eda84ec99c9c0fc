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

      The tables are in the schema dyad: samples, summaries of days, and views with names for numbers. All samples of \
      the store are those of one subject; many subjects share the tables. What is saved and deleted is told once, \
      in the order of the store, whatever is killed or lost meanwhile. Documents are mirrored from the first run \
      on that says --documents.

      It goes on until it is interrupted, unless --once is given. Where no daemon runs, it keeps the store \
      meanwhile. One mirror follows a subject: a later one takes over. 'dyad status' shows how far it is behind.

      With --stores one process mirrors many stores, each under the name of its folder, and looks for changes \
      every 10 seconds; stores without a daemon are opened for a moment only.

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
      .init(
        "dyad mirror postgresql:///health --stores /srv/nodes", "follow all stores in a folder"),
    ],
    options: [
      .subject, .mirroredStores, .mirrorOnce, .withDocuments, .timeZone, .compare,
      .acceptDeletions, .mirrorCheck, .mirrorForget, .mirrorPeriod, .mirrorConnections, .spread,
      .spreadServers,
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
  /// Where there are several.
  private let stores: MirroredStores?
  private let task: Task
  private let choices: Mirror.Choices
  private let connections: Int
  private let period: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    address = arguments.required(.databaseAddress)
    let paths = arguments.values(.mirroredStores)
    stores = paths.isEmpty ? nil : MirroredStores(paths: paths)
    if stores != nil {
      for option in [Option.subject, .state, .mirrorCheck, .mirrorForget]
      where arguments.has(option) {
        throw arguments.unusable(option, "it is about one store, and --stores about several")
      }
    }
    subject = stores == nil ? try arguments.subject() : ""
    var choices = Mirror.Choices()
    choices.accepted = try arguments.integer(.acceptDeletions, in: 0...Int.max) ?? 0
    choices.spread = MirrorSpread(
      parts: try arguments.integer(.spread, in: 1...1_024) ?? 1,
      servers: arguments.value(.spreadServers)?.split(separator: ",").map(String.init) ?? [])
    choices.compares = arguments.has(.compare)
    choices.withDocuments = arguments.has(.withDocuments)
    choices.zone = try ZoneChoice.zone(arguments)
    self.choices = choices
    connections = try arguments.integer(.mirrorConnections, in: 1...256) ?? 4
    period = try arguments.integer(.mirrorPeriod, in: 1...86_400) ?? 10
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
      let count = try await Mirror.forget(
        subject, at: address, of: try await Self.storeAtHand(session))
      try write(
        ["erased \(counted(count, "sample")) of \(TerminalText.clean(subject))"],
        .object([.init("erased", .integer(Int64(count)))]))
      return .success
    }
    if let stores { return try await mirror(stores) }
    let data = try await session.open(.isAnError)
    if task == .check { return try await check(data) }
    if task == .follow, data.isExclusive {
      Messages.note(
        "this process has the store now, so no other can save to it; --once ends at once")
    }
    let told = Mutex(0)
    try await Progress.show("Mirroring", of: "changes", isShown: task == .once) { progress in
      let mirror = Mirror(of: data, at: address, subject: subject, choices) { news in
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

  private static func storeAtHand(_ session: StoreSession) async throws -> (any OwnerAccess)? {
    do {
      return try await session.open(.isAnError)
    } catch let failure as ProgramFailure where failure.exitCode == .notFound {
      return nil
    }
  }

  /// Mirrors many; who waits for the end hears of each that failed by its exit code, too.
  private func mirror(_ stores: MirroredStores) async throws -> ExitCode {
    let told = Mutex(0)
    let count = Mutex(0)
    let failed = try await Progress.show("Mirroring", of: "changes", isShown: task == .once) {
      progress in
      let fleet = MirrorFleet(
        at: address, connections: connections, every: .seconds(period), choices, of: stores.members
      ) { news in
        switch news {
        case .told(let count):
          told.withLock { $0 = count }
          progress.tell(count)
        case .failed(let subject, let error):
          let failure = ProgramFailure(error)
          let name = subject.isEmpty ? "" : "\(TerminalText.clean(subject)): "
          Messages.note("\(name)\(failure.message)")
        case .round(let changed, let all):
          count.withLock { $0 = all }
          guard task == .follow, changed > 0 else { return }
          let words = "\(counted(changed, "store")) of \(all) had changes"
          Messages.note("\(words), \(counted(told.withLock { $0 }, "change")) in this run")
        case .subject(let subject, .compares):
          Messages.note(
            "\(TerminalText.clean(subject)): the store has another past than the database: comparing both"
          )
        case .subject(_, .waits(let reason, let seconds)):
          Messages.note("\(reason); trying again in \(counted(seconds, "second"))")
        case .subject: break
        }
      }
      return try await fleet.run(once: task == .once)
    }
    let (changes, all) = (told.withLock { $0 }, count.withLock { $0 })
    let rest = failed > 0 ? ", and \(failed) could not be mirrored" : ""
    try write(
      ["brought \(counted(changes, "change")) of \(counted(all, "store"))\(rest)"],
      .object([
        .init("changes", .integer(Int64(changes))), .init("stores", .integer(Int64(all))),
        .init("failed", .integer(Int64(failed))),
      ]))
    return failed > 0 ? .failure : .success
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
  static let mirroredStores = Option(
    "stores", value: "DIR",
    help: "Mirror the store in DIR, or all stores in folders of DIR",
    isRepeatable: true, completion: .directory)
  static let withDocuments = Option(
    "documents", help: "Mirror documents as well, from now on")
  static let mirrorPeriod = Option(
    "every", value: "SECONDS", help: "How often --stores looks for changes (10)")
  static let mirrorConnections = Option(
    "connections", value: "N", help: "How many stores are mirrored at a time (4)")
  static let spreadServers = Option(
    "servers", value: "NAMES",
    help: "Where the tables are made: keep the parts on foreign servers that the database knows")
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
