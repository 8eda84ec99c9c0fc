internal import CommandLineCore
internal import HealthStorage
internal import LocalStore

/// `dyad verify`: reads all of the store and says whether it is sound.
struct VerifyCommand: Subcommand {
  static let command = Command(
    "verify", summary: "Read everything in the store and check it",
    discussion: "Ends with exit code 5 when something is damaged, and lists what.",
    examples: [
      .init("dyad verify", "check the store"),
      .init("dyad verify --json", "the same for a program"),
    ])

  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let report = try await session.open(.isAnError).verify()
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
    }
    try output.flush()
    return report.isSound ? .success : .damaged
  }
}
