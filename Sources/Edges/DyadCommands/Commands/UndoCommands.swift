internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import PairingCommands
internal import StoreAccess
internal import TextFormats

/// `dyad undo`: takes back the last deletion or import.
struct UndoCommand: Subcommand {
  static let command = Command(
    "undo", summary: "Take back the last deletion or import",
    discussion: """
      What was deleted here, by whatever app or paired device, can be taken back for a day: its samples are saved again, \
      as copies with UUIDs of their own, and reach the paired device. 'dyad undo --list' shows what there is, and a number \
      takes back another deletion than the last. Where the last thing was an import, its samples are deleted, as \
      'dyad imports undo' does; a terminal is asked first, unless --yes says so.

      'dyad delete --now' and 'dyad maintain --now' leave nothing to take back.
      """,
    examples: [
      .init("dyad undo", "the last deletion or import"),
      .init("dyad undo --list", "what was deleted within the last day"),
      .init("dyad undo 1204", "one of the deletions"),
    ], options: [list, PairOptions.yes], arguments: [number])

  private static let list = Option("list", help: "Only show what can be taken back")
  private static let number = Argument(
    "NUMBER", help: "A deletion, as --list numbers them", isRequired: false)

  private let lists: Bool
  private let number: Int64?
  private let isConfirmed: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    lists = arguments.has(Self.list)
    number = try arguments.value(Self.number).map { try arguments.number($0, of: Self.number) }
    isConfirmed = arguments.has(PairOptions.yes)
    isJSON = arguments.has(.json)
    guard number == nil || !lists else {
      throw arguments.unusable(Self.number, "--list shows all of them")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let (removals, allImports) = try await data.undoable()
    let imports = allImports.filter { !$0.isTakenBack }
    if lists { return try show(removals) }
    if let number {
      guard let removal = removals.first(where: { $0.id == number }) else {
        throw ProgramFailure(
          .notFound, "cannot take back deletion \(number): there is none of that number",
          advice: "'dyad undo --list' shows what was deleted within the last day.")
      }
      return try await takeBack(removal, in: data)
    }
    switch (removals.first, imports.last) {
    case (nil, nil):
      throw ProgramFailure(
        .notFound,
        "cannot undo anything: nothing was deleted within the last day, and nothing imported")
    case (let removal?, let last) where removal.at >= last?.at ?? -.infinity:
      return try await takeBack(removal, in: data)
    case (_, let last?):
      return try await ImportUndoing(isConfirmed: isConfirmed, isJSON: isJSON).takeBack(
        last, in: data)
    case (let removal?, nil): return try await takeBack(removal, in: data)
    }
  }

  private func takeBack(_ removal: Removal, in data: any OwnerAccess) async throws -> ExitCode {
    let count = try await data.undo(removal: removal.id)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(
        .object([
          .init("removal", .integer(removal.id)), .init("saved", .integer(Int64(count))),
        ]))
    } else {
      try output.writeLine(
        "saved again \(counted(count, "sample")) that \(removal.actor.words) deleted "
          + PairingWords.date(removal.at, on: Console.standard))
    }
    try output.flush()
    let total = removal.counts.values.reduce(0, +)
    if count < total {
      Messages.note(
        "\(counted(total - count, "sample")) stayed deleted: a later version was saved since, or what was kept of "
          + "them is not whole")
    }
    return .success
  }

  private func show(_ removals: [Removal]) throws -> ExitCode {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      for removal in removals { try output.writeLine(removal.json) }
    } else if !removals.isEmpty {
      var table = Table(["NUMBER", "WHEN", "BY", "SAMPLES"].map { Table.Column($0) })
      for removal in removals {
        table.append([
          "\(removal.id)", PairingWords.date(removal.at, on: Console.standard), removal.actor.words,
          removal.countWords,
        ])
      }
      try table.write(to: &output)
    }
    try output.flush()
    if removals.isEmpty, !isJSON { Messages.note("nothing was deleted within the last day") }
    return .success
  }
}

/// `dyad imports`: what was imported, and takes one of it back.
struct ImportsCommand: Subcommand {
  static let command = Command(
    "imports", summary: "List what was imported, or take an import back",
    discussion: """
      'dyad imports undo NUMBER' deletes what that import saved and is still here, and nothing else. What was there before \
      it stays, and the same file, or a mended one, can be imported again. 'dyad undo' takes that back for a day.
      """,
    examples: [
      .init("dyad imports", "what was imported, and when"),
      .init("dyad imports undo 3", "delete what the third import saved"),
    ], options: [PairOptions.yes], arguments: [word, number])

  private static let undo = "undo"
  private static let word = Argument(
    "WORD", help: "'undo' takes an import back", isRequired: false, completion: .words([undo]))
  private static let number = Argument(
    "NUMBER", help: "Which import, as the list numbers them", isRequired: false)

  private let number: Int64?
  private let undoing: ImportUndoing

  init(_ arguments: ParsedArguments) throws {
    undoing = ImportUndoing(
      isConfirmed: arguments.has(PairOptions.yes), isJSON: arguments.has(.json))
    switch (arguments.value(Self.word), arguments.value(Self.number)) {
    case (nil, _): number = nil
    case (Self.undo, let text?): number = try arguments.number(text, of: Self.number)
    case (Self.undo, nil):
      throw arguments.unusable(Self.number, "'undo' needs the number of an import")
    case (_?, _): throw arguments.unusable(Self.word, "only 'undo' can stand there")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let imports = try await data.undoable().imports
    guard let number else { return try show(imports) }
    guard let note = imports.first(where: { $0.id == number }) else {
      throw ProgramFailure(
        .notFound, "cannot take back import \(number): there is none of that number",
        advice: "'dyad imports' lists them.")
    }
    guard !note.isTakenBack else {
      throw ProgramFailure(
        .notFound, "cannot take back import \(number): that was done before",
        advice: "For a day 'dyad undo' brings its samples back.")
    }
    return try await undoing.takeBack(note, in: data)
  }

  private func show(_ imports: [ImportNote]) throws -> ExitCode {
    var output = BufferedOutput(Descriptor.standardOutput)
    if undoing.isJSON {
      for note in imports {
        try output.writeLine(
          .object([
            .init("number", .integer(note.id)), .init("at", InstantJSON.value(of: note.at)),
            .init("name", .string(note.name)),
            .init("samples", note.samples.map { .integer(Int64($0)) } ?? .null),
          ]))
      }
    } else if !imports.isEmpty {
      var table = Table(["NUMBER", "WHEN", "SAMPLES", "FILE"].map { Table.Column($0) })
      for note in imports {
        table.append([
          "\(note.id)", PairingWords.date(note.at, on: Console.standard),
          note.isTakenBack ? "taken back" : note.samples.map { "\($0)" } ?? "broken off",
          note.name,
        ])
      }
      try table.write(to: &output)
    }
    try output.flush()
    if imports.isEmpty, !undoing.isJSON { Messages.note("nothing was imported") }
    return .success
  }
}

/// Deletes what an import saved, after asking.
private struct ImportUndoing {
  let isConfirmed: Bool
  let isJSON: Bool

  func takeBack(_ note: ImportNote, in data: any OwnerAccess) async throws -> ExitCode {
    let name = TerminalText.clean(note.name)
    let console = Console.standard
    if !isConfirmed, console.isInputTerminal {
      let count = note.samples.map { counted($0, "sample") } ?? "all samples"
      let question =
        "Delete what is left of \(count) of \(name), imported "
        + "\(PairingWords.date(note.at, on: console)), here and on the paired device?"
      guard try await Questions(console).confirm(question) else {
        Messages.note("nothing was deleted")
        return .failure
      }
    }
    let count = try await data.undo(import: note.id)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(
        .object([.init("import", .integer(note.id)), .init("deleted", .integer(Int64(count)))]))
    } else {
      try output.writeLine("deleted \(counted(count, "sample")) of \(name)")
    }
    try output.flush()
    return .success
  }
}

extension Removal {
  /// For programs.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("number", .integer(id)), .init("at", InstantJSON.value(of: at)),
    ]
    switch actor {
    case .owner: break
    case .app(let bundleIdentifier): members.append(.init("app", .string(bundleIdentifier)))
    case .peer(let id): members.append(.init("peer", .string("\(id)")))
    case .undoneImport(let number):
      members.append(.init("undoneImport", .bool(true)))
      if number > 0 { members.append(.init("import", .integer(number))) }
    }
    let types = counts.sorted { $0.key.name < $1.key.name }
    members.append(
      .init("samples", .object(types.map { .init($0.key.name, .integer(Int64($0.value))) })))
    return .object(members)
  }

  /// "120 heartRate, 4 stepCount": the greatest numbers first.
  fileprivate var countWords: String {
    counts.sorted { ($0.value, $1.key.name) > ($1.value, $0.key.name) }
      .map { "\($0.value) \($0.key.name)" }.joined(separator: ", ")
  }
}

extension Removal.Actor {
  /// Who deleted, in a sentence.
  fileprivate var words: String {
    switch self {
    case .owner: "you"
    case .app(let bundleIdentifier): TerminalText.clean(bundleIdentifier)
    case .peer(let id): "device \(id)"
    case .undoneImport(0): "undoing an import"
    case .undoneImport(let number): "undoing import \(number)"
    }
  }
}

extension ParsedArguments {
  /// A number that a list showed.
  fileprivate func number(
    _ text: String, of argument: Argument
  ) throws(CommandLineError) -> Int64 {
    guard let number = Int64(text), number >= 0 else {
      throw unusable(argument, "it is no number of the list")
    }
    return number
  }
}
