internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad query`: prints samples of one type.
struct QueryCommand: Subcommand {
  static let command = Command(
    "query", summary: "Print the samples of a type",
    discussion: """
      Dates are ISO 8601, a day or a month alone, now, today, yesterday, tomorrow, monday, or a span \
      before now such as -30m, -1h, -7d, -2w, -6mo or -1y. Days begin by the machine's clock, or that of --tz. \
      A terminal shows times by that clock, values in the unit chosen with 'dyad units' or usual where \
      LANG says, and below 120 columns UUIDs in a short form that --uuid takes, if there is room. Samples come in the order they were saved unless --sort says otherwise.

      With --json each line is what 'dyad save' reads. Values are exact unless --unit converts them; \
      a document's bytes are written to the folder that --documents names.
      """,
    examples: [
      .init("dyad query heartRate --from -1d", "the heart rates of the last day"),
      .init("dyad query bodyMass --descending --limit 1 --unit lb", "the latest weight in pounds"),
      .init("dyad query stepCount --where HKWasUserEntered=true --json", "steps typed by hand"),
    ],
    options: SampleChoice.options + [.uuid, .limit, .sort, .descending, .unit, .documents],
    arguments: [.type])

  private let typeName: String
  private let choice: SampleChoice
  private let uuids: [UUIDWord]
  private let limit: Int?
  private let order: [SortDescriptor]
  private let unit: Unit?
  private let documents: String?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeName = arguments.required(.type)
    choice = try SampleChoice(arguments)
    uuids = try arguments.uuids()
    limit = try arguments.integer(.limit, in: 1...Int.max)
    order = try Self.order(arguments)
    unit = try UnitWords.unit(arguments)
    documents = arguments.value(.documents)
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError, for: [typeName])
    let type = try await ObjectType(typed: typeName, in: data)
    try UnitWords.check(unit, of: type)
    let (predicate, isOfKnown) = try await choice.predicate(of: type, in: data)
    var parts = [predicate]
    if !uuids.isEmpty {
      let meant = try await uuids.resolved(among: [type], where: predicate, in: data)
      parts.append(.uuid(UUIDSet(meant)))
    }
    let stream = try await data.samples(
      SampleQuery(type, where: .and(parts), order: order, limit: limit))
    var output = BufferedOutput(Descriptor.standardOutput)
    let total = choice.isEmpty && uuids.isEmpty ? try await data.counts()[type] : nil
    let count = try await Progress.show(
      "Reading", of: "samples", isShown: !Descriptor.standardOutput.isTerminal
    ) { progress in
      let tell = { progress.tell($0, of: total.map { min($0, limit ?? $0) }) }
      return try await isJSON
        ? lines(stream, data, &output, tell)
        : table(stream, unitsShown(of: type, data), data, &output, tell)
    }
    try output.flush()
    if count == 0, uuids.isEmpty, !isJSON, isOfKnown { await Messages.noteNothing(of: type, data) }
    guard uuids.isEmpty || count > 0 else {
      throw ProgramFailure(
        .notFound, "cannot show the samples: none of that type has such a UUID",
        advice: "'dyad query \(type.name)' lists those that are there.")
    }
    return .success
  }

  private static func order(_ arguments: ParsedArguments) throws -> [SortDescriptor] {
    let isDescending = arguments.has(.descending)
    guard let text = arguments.value(.sort) else {
      return isDescending ? [SortDescriptor(.start, ascending: false)] : []
    }
    guard var order = SortDescriptor(typed: text) else {
      throw arguments.unusable(.sort, "expected start, end, -start or -end")
    }
    guard order.isAscending || !isDescending else {
      throw arguments.unusable(.descending, "--sort says so already")
    }
    order.isAscending = !isDescending && order.isAscending
    return [order]
  }

  private func lines(
    _ stream: any AsyncSequence<SampleRun, any Error>, _ data: any OwnerAccess,
    _ output: inout BufferedOutput<Descriptor>, _ tell: (Int) -> Void
  ) async throws -> Int {
    var folder: String?
    if let documents {
      guard let path = CurrentProcess.absolutePath(documents) else {
        throw ProgramFailure(.failure, "cannot use --documents: the present folder is gone")
      }
      try FileSystem.createFolder(path)
      folder = path
    }
    var lines = SampleLines(data, unit: unit, documents: folder)
    var count = 0
    for try await run in stream {
      try await lines.write(run, to: &output)
      count += run.count
      tell(count)
    }
    return count
  }

  private func table(
    _ stream: any AsyncSequence<SampleRun, any Error>, _ units: [ObjectType: Unit],
    _ data: any OwnerAccess, _ output: inout BufferedOutput<Descriptor>, _ tell: (Int) -> Void
  ) async throws -> Int {
    var table = SampleTable(units: units, zone: choice.zone)
    let lines = SampleLines(data)
    var count = 0
    for try await run in stream {
      try table.add(run, with: try await lines.members(of: run), to: &output)
      count += run.count
      tell(count)
    }
    if uuids.isEmpty || count > 0 { try table.flush(to: &output) }
    return count
  }

  /// The units of a table: what was asked for or chosen, on a terminal else what people read.
  private func unitsShown(
    of type: ObjectType, _ data: any OwnerAccess
  ) async throws -> [ObjectType: Unit] {
    if let unit { return [type: unit] }
    return try await data.unitsShown(
      of: [type], Descriptor.standardOutput.isTerminal ? .forPeople : .asChosen)
  }
}

extension SortDescriptor {
  fileprivate init?(typed text: String) {
    let isAscending = !text.hasPrefix("-")
    switch isAscending ? text[...] : text.dropFirst() {
    case "start": self.init(.start, ascending: isAscending)
    case "end": self.init(.end, ascending: isAscending)
    default: return nil
    }
  }
}

extension Option {
  static let limit = Option("limit", short: "n", value: "N", help: "Print at most N samples")
  static let sort = Option(
    "sort", value: "KEY", help: "Sort by start or end; -start and -end put the latest first",
    completion: .words(["start", "end", "-start", "-end"]))
  static let descending = Option(
    "descending", short: "d", help: "Put the latest first, by start unless --sort says otherwise")
  static let unit = Option(
    "unit", value: "UNIT", help: "Convert values to UNIT",
    completion: .asked(CompletionWords.units.rawValue))
  static let documents = Option(
    "documents", value: "DIR",
    help: "With JSON lines: write documents into DIR, and name their files",
    completion: .directory)
}
