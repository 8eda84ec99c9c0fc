internal import CommandLineCore
internal import CommandSupport
internal import HealthStorage
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
      """,
    examples: [
      .init("dyad verify", "check the store"),
      .init("dyad verify --json", "the same for a program"),
      .init("dyad verify --peer Band", "compare with another device"),
    ], options: [OperatorOptions.peer], arguments: [OperatorOptions.device])

  private static let advice = [
    "What a paired device has comes back with 'dyad verify --peer'; then check again.",
    "What stays damaged is whole in a backup from before: 'dyad restore FILE'.",
  ]

  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    isJSON = arguments.has(.json)
    guard arguments.value(OperatorOptions.device) == nil else {
      throw arguments.unusable(OperatorOptions.device, "it stands behind --peer alone")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let report = try await Progress.show("Checking", of: "samples") { progress in
      try await data.verify { progress.tell($0, of: $1) }
    }
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
}
