internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// `dyad workout show`: one workout that is over.
struct WorkoutShowCommand: Subcommand {
  private static let which = Argument(
    "UUID", help: "The workout, in full or as a terminal shows it; the last one without",
    isRequired: false)
  /// A chart has about so many rows.
  private static let chartRows = 20.0

  static let command = Command(
    "show", summary: "Show a workout",
    discussion: """
      Shows its totals, its legs where it has several, how long each kilometre took, or each mile where \
      distances are shown in miles, and its heart rates as a chart. Kilometres and heart rates are those of the samples that belong to it. \
      --json has it as 'dyad query workout --json' has. --gpx writes where it went, with heart rates; --fit all that was measured, as \
      devices and training apps read it.
      """,
    examples: [
      .init("dyad workout show", "the last one"),
      .init("dyad workout show --gpx run.gpx", "its way as well, for maps and other apps"),
      .init("dyad workout show --fit run.fit", "with heart rates, laps and power"),
      .init("dyad workout show 490E..00000000002A", "one of 'dyad workout list'"),
    ], options: [.gpxFile, .fitFile, .timeZone], arguments: [which])

  private let arguments: ParsedArguments
  private let zone: TimeZoneRules
  private let word: UUIDWord?
  private let gpx: OutputFile?
  private let fit: OutputFile?

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    zone = try ZoneChoice.zone(arguments)
    gpx = try arguments.value(.gpxFile).map(OutputFile.init)
    fit = try arguments.value(.fitFile).map(OutputFile.init)
    word = try arguments.value(Self.which).map { text in
      guard let word = UUIDWord(text) else {
        throw arguments.unusable(Self.which, "it is no UUID; 'dyad workout list' shows them")
      }
      return word
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let sample = try await sample(in: data)
    if gpx != nil || fit != nil { try write(await StoredRecording(sample, in: data)) }
    var output = BufferedOutput(Descriptor.standardOutput)
    if arguments.has(.json) {
      var lines = SampleLines(data, unit: nil, documents: nil)
      try await lines.write(SampleRun(sample), to: &output)
    } else {
      let isForPeople = Descriptor.standardOutput.isTerminal
      let units = try await data.unitsShown(
        of: SampleText.types(in: .workout) + [.heartRate], isForPeople ? .forPeople : .metric)
      let row = WorkoutRow(sample, units, LocalDateText(zone: zone))
      for line in head(row) + legs(of: row) { try output.writeLine(line) }
      try await writeSplits(of: row, units, data, &output)
      try await writeHeartRates(of: sample, units, data, &output)
    }
    try output.flush()
    return .success
  }

  private func sample(in data: any OwnerAccess) async throws -> Sample {
    var query = SampleQuery(.workout, order: [SortDescriptor(.start, ascending: false)], limit: 1)
    if let word {
      let meant = try await [word].resolved(among: [.workout], where: .constant(true), in: data)
      query.predicate = .uuid(UUIDSet(meant))
    }
    for try await run in try await data.samples(query) where !run.isEmpty { return run[0] }
    throw ProgramFailure(
      .notFound,
      word == nil
        ? "cannot show the workout: there is none"
        : "cannot show the workout: none has such a UUID",
      advice: "'dyad workout list' shows those that are there.")
  }

  private func write(_ recording: StoredRecording) throws {
    if let gpx {
      guard let bytes = recording.gpx else {
        throw ProgramFailure(
          .notFound, "cannot write \(gpx.path): the workout has no route",
          advice: "Workouts that were imported, or recorded with places, have one.")
      }
      try gpx.write(bytes)
    }
    if let fit {
      guard let bytes = recording.fit else {
        throw ProgramFailure(
          .notFound, "cannot write \(fit.path): FIT has no dates before July 1998 or after 2125")
      }
      try fit.write(bytes)
    }
  }

  private func head(_ row: WorkoutRow) -> [String] {
    let titles = ["date", "activity", "active", "distance", "energy", "source", "uuid"]
    let cells = row.cells(isShort: false)
    var rows = zip(titles, cells).filter { !$0.1.isEmpty }
    let laps = row.workout.events.count { $0.kind == Int64(WorkoutEventType.lap.rawValue) }
    if laps > 0 { rows.append(("laps", "\(laps)")) }
    return rows.map { title, cell in
      title + String(repeating: " ", count: 10 - title.count) + cell
    }
  }

  /// What was done one after the other, such as in a triathlon.
  private func legs(of row: WorkoutRow) -> [String] {
    guard !row.workout.legs.isEmpty else { return [] }
    let dates = LocalDateText(zone: zone)
    var table = Table([.init("LEG"), .init("BEGAN", .right), .init("ACTIVE", .right)])
    for leg in row.workout.legs {
      table.append([
        NamedNumbers.workoutActivities.name(of: leg.activity) ?? "\(leg.activity)",
        dates.minute(of: leg.start), SpanText.countdown(row.workout.activeSeconds(of: leg)),
      ])
    }
    return [""] + table.lines()
  }

  private func writeSplits(
    of row: WorkoutRow, _ units: [ObjectType: Unit], _ data: any OwnerAccess,
    _ output: inout BufferedOutput<Descriptor>
  ) async throws {
    let type = row.activity.distanceType
    let unit = units[type] == .mile ? Unit.mile : .meter(.kilo)
    var parts: [(start: Double, end: Double, length: Double)] = []
    let query = SampleQuery(
      type, where: .memberOf(workout: row.sample.uuid), order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      for index in 0..<run.count {
        guard case .quantity(let quantity) = run[index].value else { continue }
        parts.append((run.starts[index], run.ends[index], try quantity.value(in: unit)))
      }
    }
    let start = row.sample.start
    let splits = WorkoutSplits(parts, from: start) { time in
      Workout.activeSeconds(
        from: start, to: time, row.workout.events.filter { $0.date <= time })
    }.splits
    guard splits.count > 1 else { return }
    try output.writeLine("")
    var table = Table([
      .init(unit.unitString.uppercased(), .right), .init("TIME", .right),
      .init("PER \(unit.unitString.uppercased())", .right),
    ])
    var way = 0.0
    for split in splits {
      way += split.length
      table.append([
        NumberText.short((way * 100).rounded() / 100), SpanText.countdown(split.seconds),
        SpanText.countdown(split.seconds / split.length),
      ])
    }
    for line in table.lines() { try output.writeLine(line) }
  }

  private func writeHeartRates(
    of sample: Sample, _ units: [ObjectType: Unit], _ data: any OwnerAccess,
    _ output: inout BufferedOutput<Descriptor>
  ) async throws {
    let length = sample.end - sample.start
    guard length > 0 else { return }
    let minutes = max(1, Int((length / 60 / Self.chartRows).rounded(.up)))
    let step = Double(minutes * 60)
    let first = zone.start(of: .minute, at: sample.start)
    let edges = Array(stride(from: first, to: sample.end + step, by: step))
    let query = StatisticsQuery(
      .heartRate, where: .memberOf(workout: sample.uuid), .discrete, edges: edges)
    let statistics = try await data.statistics(query).statistics
    guard !statistics.isEmpty, let unit = units[.heartRate] else { return }
    let report = StatisticsReport(
      of: .heartRate, statistics, in: unit, by: zone, interval: CalendarInterval(minutes, .minute),
      edges: edges, isWholeRange: true)
    let chart = TerminalChart(report, isASCII: TerminalAlphabet.isASCII)
    try output.writeLine("")
    let stream = Descriptor.standardOutput
    for line in chart.lines(width: stream.columns ?? 80, palette: Palette(for: stream)) {
      try output.writeLine(line)
    }
  }
}

extension Option {
  static let gpxFile = Option(
    "gpx", value: "FILE", help: "Write where it went, too, as GPX", completion: .file)
  static let fitFile = Option(
    "fit", value: "FILE", help: "Write all that was measured, too, as FIT", completion: .file)
}
