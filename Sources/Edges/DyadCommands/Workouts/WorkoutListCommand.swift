internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// `dyad workout list`: the workouts that are over.
struct WorkoutListCommand: Subcommand {
  static let command = Command(
    "list", summary: "List the workouts that are over",
    discussion: """
      Dates are those of 'dyad query'. --json has one workout a line, as 'dyad query workout --json' has.
      """,
    examples: [
      .init("dyad workout list", "all of them, the latest last"),
      .init("dyad workout list --from -7d", "those of a week"),
    ], options: SampleChoice.options)

  /// A narrower terminal has room for no sources.
  private static let columnsForSources = 100

  private let choice: SampleChoice
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    choice = try SampleChoice(arguments)
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let (predicate, isOfKnown) = try await choice.predicate(of: .workout, in: data)
    let isForPeople = Descriptor.standardOutput.isTerminal
    let units = try await data.unitsShown(
      of: SampleText.types(in: .workout), isForPeople ? .forPeople : .metric)
    var table = Table([
      .init("DATE", isWhole: true), .init("ACTIVITY"), .init("ACTIVE", .right),
      .init("DISTANCE", .right), .init("ENERGY", .right), .init("SOURCE"),
      .init("UUID", isWhole: true),
    ])
    var output = BufferedOutput(Descriptor.standardOutput)
    var lines = SampleLines(data, unit: nil, documents: nil)
    var count = 0
    let query = SampleQuery(.workout, where: predicate, order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      count += run.count
      if isJSON {
        try await lines.write(run, to: &output)
        continue
      }
      for row in 0..<run.count {
        let row = WorkoutRow(run[row], units, LocalDateText(zone: choice.zone))
        table.append(row.cells(isShort: isForPeople))
      }
    }
    if !isJSON {
      let columns = Descriptor.standardOutput.columns ?? .max
      if columns < Self.columnsForSources { table = table.without("SOURCE") }
      try table.write(to: &output)
    }
    try output.flush()
    if count == 0, !isJSON, isOfKnown { await Messages.noteNothing(of: .workout, data) }
    return .success
  }
}
