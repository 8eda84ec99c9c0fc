internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// `dyad stats`: what the quantities of a type come to.
struct StatsCommand: Subcommand {
  static let command = Command(
    "stats", summary: "Work out sums, or averages, minima and maxima, of a type",
    discussion: """
      Types that add up, such as stepCount, have a sum: time that several sources cover counts once, \
      for the source that comes first in 'dyad sources order', and a sample that lies in several \
      buckets counts in each by its part. Other types have an average, a minimum and a maximum. \
      Without --per there is one answer, in which samples that overlap the time count whole.

      sleepAnalysis has the hours asleep, in bed and awake, in which time that several samples cover \
      counts once; whether somebody slept says the source that comes first. A night counts for the day on \
      which it ends: a day has the sleep from 18:00 on the evening before to 18:00, and weeks, months \
      and years have that of their days. Charts show the hours asleep.

      Days begin at midnight by the clocks of --tz, weeks on Monday, months on the 1st and years on \
      January 1st; they are as long as the clocks make them. Minutes and hours are time that passes. \
      The first bucket begins at --from and the last ends at --to. Dates are those of 'dyad query', \
      but today, yesterday and days alone are days of --tz.

      Values are in the unit of --unit, or in the one chosen with 'dyad units'. Without either a \
      terminal shows the unit that people use where LANG says; files, pipes and --json have the usual \
      metric one, such as count/min, kg or km, whatever LANG says.

      With --json each line is a bucket: {"start":"2026-11-21T00:00:00+01:00", \
      "end":"2026-11-22T00:00:00+01:00","sum":8000,"unit":"count"}. Instead of the sum there may be \
      average, minimum and maximum. --by-source adds sources, a list of {"bundle","name"} with the \
      same values; without --per there is mostRecent, a {"value","start","end"}. For sleep there \
      are asleep, inBed and awake, in seconds. Numbers are exact \
      there, and rounded elsewhere. Buckets without any quantity are listed, with null, where both \
      --from and --to are given.
      """,
    examples: [
      .init("dyad stats stepCount --per day --from -7d", "the steps of each day of a week"),
      .init("dyad stats heartRate --from today --unit count/min", "today's heart rates"),
      .init("dyad stats heartRate --per hour --from -1d --chart", "a day of them as a chart"),
      .init("dyad stats bodyMass --per month --svg mass.svg", "a picture of all months"),
      .init("dyad stats sleepAnalysis --per day --from -7d", "the nights of a week"),
    ],
    options: BucketChoice.options + [.source, .bySource, .unit, .chart, .picture],
    arguments: [.type])

  /// More rows than anybody reads; lines of JSON may be as many as there are buckets.
  private static let mostRows = 100_000
  /// Where output is no terminal.
  private static let usualWidth = 80

  private let typeName: String
  private let choice: BucketChoice
  private let sources: [String]
  private let unit: Unit?
  private let isBySource: Bool
  private let isChart: Bool
  private let picture: OutputFile?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeName = arguments.required(.type)
    choice = try BucketChoice(arguments)
    sources = arguments.values(.source)
    unit = try UnitWords.unit(arguments)
    isBySource = arguments.has(.bySource)
    isChart = arguments.has(.chart)
    isJSON = arguments.has(.json)
    for option in [Option.chart, .picture] where choice.interval == nil && arguments.has(option) {
      throw arguments.unusable(option, "--per must say into what time is cut")
    }
    if isChart, isJSON || isBySource {
      throw arguments.unusable(
        .chart, isJSON ? "--json asks for lines of JSON" : "it shows all sources together")
    }
    picture = try arguments.value(.picture).map { word in
      guard let path = CurrentProcess.absolutePath(word) else {
        throw ProgramFailure(.failure, "cannot use --svg: the present folder is gone")
      }
      return try OutputFile(path)
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError, for: [typeName])
    let type = try await ObjectType(typed: typeName, in: data)
    let (saved, isOfKnown) = try await SampleChoice.predicate(sources, of: type, in: data)
    let isEmpty: Bool
    if type == .sleepAnalysis {
      try UnitWords.check(unit, of: type)
      let report = try await SleepReport(data, choice, where: saved, isBySource: isBySource)
      try write(report)
      isEmpty = report.isEmpty
    } else {
      let report = try await report(on: type, where: saved, data)
      try write(report)
      isEmpty = report.statistics.isEmpty
    }
    if isEmpty, !isJSON, isOfKnown { await Messages.noteNothing(of: type, data) }
    return .success
  }

  private func write(_ report: StatisticsReport) throws {
    try draw(report)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      let lines = StatisticsJSON(report, isBySource: isBySource)
      for statistics in report.listed { try output.writeLine(lines.line(statistics)) }
    } else {
      try checkRows(isChart ? report.edges.count - 1 : report.listed.count)
      if isChart {
        try writeChart(report, to: &output)
      } else {
        let table = StatisticsTable(report, isBySource: isBySource, isForPeople: isForPeople)
          .table()
        try write(table, to: &output)
      }
    }
    try output.flush()
  }

  private func write(_ report: SleepReport) throws {
    let hours = report.hoursAsleep
    try draw(hours)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      for line in report.lines() { try output.writeLine(line) }
    } else {
      try checkRows(isChart ? hours.edges.count - 1 : report.buckets.count)
      if isChart {
        try writeChart(hours, to: &output)
      } else {
        try write(report.table(isForPeople: isForPeople), to: &output)
      }
    }
    try output.flush()
  }

  /// Writes a table; one answer that is wider than the terminal has a line for each value.
  private func write(
    _ table: Table, to output: inout BufferedOutput<Descriptor>
  ) throws(CommandLineError) {
    guard isForPeople, table.count == 1, let columns = Descriptor.standardOutput.columns,
      table.width() > columns
    else { return try table.write(to: &output) }
    for line in table.record() { try output.writeLine(line) }
  }

  /// Whether a person reads results as they come.
  private var isForPeople: Bool { !isJSON && Descriptor.standardOutput.isTerminal }

  private func draw(_ report: StatisticsReport) throws {
    guard let picture else { return }
    try check(report.edges.count - 1, VectorChart.mostBuckets, advice: "Choose a longer --per.")
    try picture.write(VectorChart(report).text)
  }

  private func checkRows(_ count: Int) throws(ProgramFailure) {
    try check(
      count, Self.mostRows, advice: "Choose a longer --per; --json prints any number of them.")
  }

  private func report(
    on type: ObjectType, where saved: Predicate, _ data: any OwnerAccess
  ) async throws -> StatisticsReport {
    guard let canonical = type.description?.canonicalUnit, let options = Self.options(for: type)
    else {
      throw ProgramFailure(
        .usage, "cannot work out statistics: \(type.name) has no quantities",
        advice: "'dyad types --all' lists the types that have a unit.")
    }
    try UnitWords.check(unit, of: type)
    var query = StatisticsQuery(
      type, where: .and([choice.predicate, saved]),
      options.union(isBySource ? .separateBySource : []))
    var edges: [Double] = []
    if choice.interval != nil {
      let held = choice.isWholeRange ? nil : try await data.statistics(query).statistics.first
      edges = try choice.edges(around: held)
      query.edges = edges
    } else {
      query.options.insert(.mostRecent)
    }
    let isEmpty = choice.interval != nil && edges.isEmpty
    let statistics = isEmpty ? [] : try await data.statistics(query).statistics
    var shown = unit
    if shown == nil {
      shown = try await data.unitsShown(of: [type], isForPeople ? .forPeople : .metric)[type]
    }
    return StatisticsReport(
      of: type, statistics, in: shown ?? canonical, by: choice.zone, interval: choice.interval,
      edges: choice.trimmed(edges, to: statistics),
      isWholeRange: choice.isWholeRange && choice.interval != nil)
  }

  private static func options(for type: ObjectType) -> StatisticsOptions? {
    switch type.description?.aggregation {
    case nil: nil
    case .cumulative: .cumulativeSum
    case .discrete: .discrete
    }
  }

  private func check(_ count: Int, _ bound: Int, advice: String) throws(ProgramFailure) {
    guard count <= bound else {
      throw ProgramFailure(
        .usage, "cannot show the statistics: there are \(count) buckets, and at most \(bound) fit",
        advice: advice)
    }
  }

  private func writeChart(
    _ report: StatisticsReport, to output: inout BufferedOutput<Descriptor>
  ) throws(CommandLineError) {
    let stream = Descriptor.standardOutput
    let chart = TerminalChart(
      report, isASCII: TerminalAlphabet.isASCII)
    let lines = chart.lines(
      width: stream.isTerminal ? stream.columns ?? Self.usualWidth : Self.usualWidth,
      palette: Palette(for: stream))
    for line in lines { try output.writeLine(line) }
  }
}

extension Option {
  static let bySource = Option("by-source", help: "Also for each source by itself")
  static let chart = Option("chart", help: "With --per: draw the buckets as bars")
  static let picture = Option(
    "svg", value: "FILE", help: "With --per: also draw them as SVG, into FILE", completion: .file)
}
