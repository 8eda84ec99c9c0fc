internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import PairingCommands
internal import StoreAccess
internal import TextFormats

/// `dyad delete`: deletes samples by type and conditions, or by UUID.
struct DeleteCommand: Subcommand {
  static let command = Command(
    "delete", summary: "Delete samples by their type, or by UUID",
    discussion: """
      With a type, every sample of it that the conditions mean is deleted; 'dyad query' with the same \
      conditions shows them first, and --dry-run counts them. Without any condition --all is needed, \
      and a terminal is asked whether that is meant, unless --yes says so. \
      With UUIDs, all of the samples are deleted or, if one is not there, none.

      What is deleted is out of sight at once, on paired stores too. 'dyad undo' takes it back for a day; it is erased \
      from the disk within two, or at once with --now, and then all that could be taken back. Deleting a correlation \
      leaves its members.
      """,
    examples: [
      .init("dyad delete heartRate --from today --dry-run", "count what would be deleted"),
      .init("dyad delete stepCount --source com.example.old", "delete what one source saved"),
      .init(
        "dyad delete --uuid 490EB6C4-90C1-875D-8800-000000000000", "delete one sample"),
    ], options: SampleChoice.options + [.uuid, .all, .dryRun, .now, PairOptions.yes],
    arguments: [.typeToDelete])

  private enum Target {
    case type(String, SampleChoice)
    case uuids([UUIDWord])
  }

  /// As many as certainly fit into a call to the daemon.
  private static let mostUUIDs = 250_000

  private let target: Target
  private let isDryRun: Bool
  /// Whether nothing is left to take back.
  private let erasesAll: Bool
  /// Whether the owner is asked first, where there is somebody to ask.
  private let asks: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    let choice = try SampleChoice(arguments)
    let uuids = try arguments.uuids()
    isDryRun = arguments.has(.dryRun)
    erasesAll = arguments.has(.now)
    isJSON = arguments.has(.json)
    asks = arguments.has(.all) && !arguments.has(PairOptions.yes)
    switch (arguments.value(.typeToDelete), uuids.isEmpty) {
    case (let name?, true):
      guard !choice.isEmpty || arguments.has(.all) else {
        throw ProgramFailure(
          .usage, "cannot delete all of a type: no condition is given",
          advice: "Say which samples with --from, --to, --source or --where, or say --all.")
      }
      guard choice.isEmpty || !arguments.has(.all) else {
        throw arguments.unusable(.all, "it excludes conditions")
      }
      target = .type(name, choice)
    case (nil, false):
      guard choice.isEmpty, !arguments.has(.all), !isDryRun else {
        throw arguments.unusable(.uuid, "it excludes conditions, --all and --dry-run")
      }
      target = .uuids(uuids)
    case (_?, false): throw arguments.unusable(.uuid, "it excludes TYPE")
    case (nil, true): throw arguments.unusable(.typeToDelete, "neither a type nor --uuid is given")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    var names: [String] = []
    if case .type(let name, _) = target { names = [name] }
    let data = try await session.open(.isAnError, for: names)
    switch target {
    case .uuids(let words):
      let types = words.allSatisfy { $0.full != nil } ? [] : Array(try await data.counts().keys)
      let uuids = try await words.resolved(among: types, where: .constant(true), in: data)
      guard uuids.count == words.count else { throw Self.unknown() }
      do {
        try report(try await data.delete(uuids))
      } catch let error as ModelError where error.code == .invalidArgument {
        throw Self.unknown(" (\(error.detail))")
      } catch let error as RequestTooLarge {
        throw ProgramFailure(
          .usage, "\(error)",
          advice:
            "Nothing was deleted; name at most \(Self.mostUUIDs) UUIDs at a time, or delete by "
            + "conditions.")
      }
    case .type(let name, let choice):
      let type = try await ObjectType(typed: name, in: data)
      let predicate = try await choice.predicate(of: type, in: data).predicate
      if isDryRun {
        var count = 0
        for try await run in try await data.samples(SampleQuery(type, where: predicate)) {
          count += run.count
        }
        try report(count)
      } else {
        guard try await isMeant(type, data) else {
          Messages.note("nothing was deleted")
          return .failure
        }
        try report(try await data.delete(type, where: predicate))
      }
    }
    if erasesAll, !isDryRun { try await data.maintain(all: true) }
    return .success
  }

  private static func unknown(_ detail: String = "") -> ProgramFailure {
    ProgramFailure(
      .notFound, "cannot delete the samples: not all of the UUIDs are those of stored samples",
      advice: "Nothing was deleted\(detail).")
  }

  private func isMeant(_ type: ObjectType, _ data: any OwnerAccess) async throws -> Bool {
    let console = Console.standard
    guard asks, console.isInputTerminal else { return true }
    let count = try await data.counts()[type] ?? 0
    return try await Questions(console).confirm(
      "Delete all of \(type.name), \(counted(count, "sample")), here and on the paired device?")
  }

  private func report(_ count: Int) throws(CommandLineError) {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(
        .object([.init(isDryRun ? "wouldDelete" : "deleted", .integer(Int64(count)))]))
    } else {
      try output.writeLine((isDryRun ? "would delete " : "deleted ") + counted(count, "sample"))
    }
    try output.flush()
  }
}

extension Option {
  static let all = Option("all", help: "All samples of the type")
  static let dryRun = Option("dry-run", help: "Only count what would be deleted")
  static let now = Option(
    "now", help: "Erase it from the disk at once, with all that could be taken back")
}

extension Argument {
  static let typeToDelete = Argument(
    "TYPE", help: "The type to delete from; with --uuid there is none", isRequired: false,
    completion: .words(typeNames))
}
