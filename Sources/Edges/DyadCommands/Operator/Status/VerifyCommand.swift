internal import CommandLineCore
internal import CommandSupport
internal import HealthStorage
internal import LocalStore
internal import StoreAccess
internal import TextFormats

/// `dyad verify`: reads all of the store and says whether it is sound.
struct VerifyCommand: Subcommand {
  static let command = Command(
    "verify", summary: "Read everything in the store and check it",
    discussion: """
      Ends with exit code 5 when something is damaged, and lists what. With --peer it compares \
      everything with a paired device, too, or with all of them, and brings both to the same state: \
      what is damaged here comes back from there.

      With --repair the file is made anew from all that can be read of it, where no daemon runs: indexes, and \
      whatever the samples themselves tell. The file as it was stays in the folder as store.db.before-repair. \
      What a paired device or a backup has is still asked for there.

      With --give-up samples that cannot be read are given up, where no daemon runs: from then on the store \
      is whole without them. A paired device that has them still gives them back.
      """,
    examples: [
      .init("dyad verify", "check the store"),
      .init("dyad verify --json", "the same for a program"),
      .init("dyad verify --peer Band", "compare with another device"),
      .init("dyad verify --repair", "make the file anew from what can be read"),
    ], options: [OperatorOptions.peer, repair, giveUp], arguments: [OperatorOptions.device])

  private static let repair = Option(
    "repair", help: "Make the store anew from all that can be read of it; no daemon may run")
  private static let giveUp = Option(
    "give-up", help: "Give up what cannot be read and nobody gave back; no daemon may run")

  /// What is done before the check, if anything.
  private enum Deed {
    case repairs
    case givesUp
  }

  private static let advice = [
    "What the samples themselves tell is made anew by 'dyad verify --repair', where no daemon runs.",
    "What a paired device has comes back with 'dyad verify --peer'; then check again.",
    "What stays damaged is whole in a backup from before: 'dyad restore FILE'.",
  ]

  private let isJSON: Bool
  private let deed: Deed?

  init(_ arguments: ParsedArguments) throws {
    isJSON = arguments.has(.json)
    guard !arguments.has(Self.repair) || !arguments.has(Self.giveUp) else {
      throw arguments.unusable(
        Self.giveUp, "it stands without --repair: look at what that leaves first")
    }
    deed =
      arguments.has(Self.repair) ? .repairs : arguments.has(Self.giveUp) ? .givesUp : nil
    guard arguments.value(OperatorOptions.device) == nil else {
      throw arguments.unusable(OperatorOptions.device, "it stands behind --peer alone")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let report = try await report(session)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(
        .object([
          .init("sound", .bool(report.isSound)), .init("samples", .integer(Int64(report.samples))),
          .init("segments", .integer(Int64(report.segments))),
          .init("blocks", .integer(Int64(report.blocks))),
          .init("tombstones", .integer(Int64(report.tombstones))),
          .init("findings", .array(report.findings.map(JSONValue.string))),
          .init("unlisted", .integer(Int64(report.unlisted))),
        ]))
    } else {
      for finding in report.findings { try output.writeLine(TerminalText.clean(finding)) }
      if report.unlisted > 0 { try output.writeLine("and \(report.unlisted) more") }
      let verdict = report.isSound ? "sound" : "damaged"
      try output.writeLine(
        "\(verdict): \(counted(report.samples, "sample")) in "
          + "\(counted(report.segments, "segment")), \(counted(report.tombstones, "deletion"))")
      if !report.isSound { for line in Self.advice { try output.writeLine(line) } }
    }
    try output.flush()
    return report.isSound ? .success : .damaged
  }

  private func report(_ session: StoreSession) async throws -> VerificationReport {
    switch deed {
    case .repairs:
      let location = try session.location()
      return try await Progress.show("Repairing", of: "samples") { _ in
        try await LocalStore.repair(location)
      }
    case .givesUp:
      let store = try await session.openAlone(.isAnError)
      // What is not noted yet is found first.
      _ = try await store.verify()
      try await store.eraseLost()
      return try await store.verify()
    case nil:
      let data = try await session.open(.isAnError)
      return try await Progress.show("Checking", of: "samples") { progress in
        try await data.verify { progress.tell($0, of: $1) }
      }
    }
  }
}
