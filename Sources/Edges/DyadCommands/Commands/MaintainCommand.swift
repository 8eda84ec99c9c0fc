internal import CommandLineCore
internal import CommandSupport
internal import StoreAccess
internal import TextFormats

/// `dyad maintain`: does now what the store would do in time.
struct MaintainCommand: Subcommand {
  static let command = Command(
    "maintain", summary: "Erase deleted samples from the disk now",
    discussion: """
      What is deleted is out of sight at once and leaves the disk when a command ends; after a crash \
      or a power cut this does what is left. It mends nothing: what is damaged is found by \
      'dyad verify' and comes back with 'dyad verify --peer', or from a backup.
      """,
    examples: [.init("dyad maintain", "erase what is deleted, and give back the space")])

  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    try await Progress.show("Erasing") { _ in try await data.maintain() }
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(.object([.init("maintained", .bool(true))]))
    } else {
      try output.writeLine("nothing that was deleted is left on the disk")
    }
    try output.flush()
    return .success
  }
}
