internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// `dyad sources`: who saved samples of a type.
struct SourcesCommand: Subcommand {
  static let command = Command(
    "sources", summary: "List who saved samples of a type, or order them",
    discussion: """
      'dyad sources order TYPE SOURCE...' says whose samples of a type come first where several \
      devices counted the same, and without a SOURCE it shows the order. A SOURCE is its bundle identifier or its name. The phone does that, \
      through its daemon.
      """,
    examples: [
      .init("dyad sources heartRate", "everybody who saved a heart rate"),
      .init("dyad sources stepCount --from -7d --json", "who saved steps last week"),
      .init("dyad sources order stepCount com.example.strap com.example.phone", "the strap first"),
    ], options: SampleChoice.options, arguments: [.type, order])

  /// What stands behind the word that orders sources.
  static let order = Argument(
    "WORD", help: "Behind 'order': the type, and its sources from the first on", isRequired: false,
    isRepeatable: true, completion: .asked(CompletionWords.order.rawValue))

  private let typeName: String
  private let choice: SampleChoice
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeName = arguments.required(.type)
    choice = try SampleChoice(arguments)
    isJSON = arguments.has(.json)
    guard arguments.values(Self.order).isEmpty else {
      throw arguments.unusable(Self.order, "only 'order' has words behind it")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError, for: [typeName])
    let type = try await ObjectType(typed: typeName, in: data)
    let (predicate, isOfKnown) = try await choice.predicate(of: type, in: data)
    let sources = try await data.sources(of: type, where: predicate)
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
    if sources.isEmpty, !isJSON, isOfKnown { await Messages.noteNothing(of: type, data) }
    return .success
  }
}
