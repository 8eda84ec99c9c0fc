internal import CommandLineCore
internal import HealthModel
internal import LocalStore

/// `dyad sources`: who saved samples of a type.
struct SourcesCommand: Subcommand {
  static let command = Command(
    "sources", summary: "List who saved samples of a type",
    examples: [
      .init("dyad sources heartRate", "everybody who saved a heart rate"),
      .init("dyad sources stepCount --from -7d --json", "who saved steps last week"),
    ], options: SampleChoice.options, arguments: [.type])

  private let typeName: String
  private let choice: SampleChoice
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeName = arguments.required(.type)
    choice = try SampleChoice(arguments)
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let store = try await session.open(.isAnError)
    let type = try ObjectType(typed: typeName, in: store)
    let sources = try await store.sources(of: type, where: choice.predicate ?? .constant(true))
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      for source in sources.sorted() {
        try output.writeLine(OriginJSON.value(of: SourceRevision(source: source)))
      }
    } else {
      var table = Table([.init("BUNDLE"), .init("NAME")])
      for source in sources.sorted() { table.append([source.bundleIdentifier, source.name]) }
      try table.write(to: &output)
    }
    try output.flush()
    return .success
  }
}
