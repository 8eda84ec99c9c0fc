internal import CommandLineCore
internal import CommandSupport
internal import StoreAccess
internal import TextFormats

/// `dyad maintain`: does now what the store would do in time.
struct MaintainCommand: Subcommand {
  static let command = Command(
    "maintain", summary: "Erase deleted samples from the disk now",
    discussion: """
      What is deleted is out of sight at once, can be taken back with 'dyad undo' for a day, and leaves the disk within \
      two. With --now it cannot be taken back, and nothing of it is left on the disk. It mends nothing: what is damaged is found by \
      'dyad verify' and comes back with 'dyad verify --peer', or from a backup.
      """,
    examples: [
      .init("dyad maintain", "erase what cannot be taken back any more, and give back the space"),
      .init("dyad maintain --now", "erase all that is deleted"),
    ], options: [.now])

  private let isJSON: Bool
  private let erasesAll: Bool

  init(_ arguments: ParsedArguments) {
    isJSON = arguments.has(.json)
    erasesAll = arguments.has(.now)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    try await Progress.show("Erasing") { _ in try await data.maintain(all: erasesAll) }
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(.object([.init("maintained", .bool(true))]))
    } else {
      try output.writeLine(
        erasesAll
          ? "nothing that was deleted is left on the disk"
          : "nothing is left on the disk of what was deleted more than a day ago")
    }
    try output.flush()
    return .success
  }
}
