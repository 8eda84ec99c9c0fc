internal import CommandLineCore
internal import HealthModel

/// `dyad stats`: what the quantities of a type come to.
struct StatsCommand: Subcommand {
  static let command = Command(
    "stats", summary: "Work out sums, or averages, minima and maxima, of a type",
    discussion: """
      Types that add up, such as stepCount, have a sum: time that several sources cover counts once, \
      for the source that comes first in 'dyad sources order', and a sample that lies in several \
      buckets counts in each by its part. Other types have an average, a minimum and a maximum. \
      Without --per there is one answer, in which samples that overlap the time count whole.

      Days begin at midnight by the clocks of --tz, weeks on Monday, months on the 1st and years on \
      January 1st; they are as long as the clocks make them. Minutes and hours are time that passes. \
      The first bucket begins at --from and the last ends at --to. Dates are those of 'dyad query', \
      but today, yesterday and days alone are days of --tz.

      With --json each line is a bucket: {"start":"2026-11-21T00:00:00+01:00", \
      "end":"2026-11-22T00:00:00+01:00","sum":8000,"unit":"count"}. Instead of the sum there may be \
      average, minimum and maximum. --by-source adds sources, a list of {"bundle","name"} with the \
      same values; without --per there is mostRecent, a {"value","start","end"}. Numbers are exact \
      there, and rounded elsewhere. Buckets without any quantity are listed, with null, where both \
      --from and --to are given.
      """,
    examples: [
      .init("dyad stats stepCount --per day --from -7d", "the steps of each day of a week"),
      .init("dyad stats heartRate --from today --unit count/min", "today's heart rates"),
      .init("dyad stats heartRate --per hour --from -1d --chart", "a day of them as a chart"),
      .init("dyad stats bodyMass --per month --svg mass.svg", "a picture of all months"),
    ],
    options: BucketChoice.options + [.bySource, .unit, .chart, .picture], arguments: [.type])

  /// More rows than anybody reads; lines of JSON may be as many as there are buckets.
  private static let mostRows = 100_000
  /// Where output is no terminal.
  private static let usualWidth = 80

  private let typeName: String
  private let choice: BucketChoice
  private let unit: Unit?
  private let isBySource: Bool
  private let isChart: Bool
  private let picture: PictureFile?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeName = arguments.required(.type)
    choice = try BucketChoice(arguments)
    unit = try arguments.value(.unit).map { text in
      do throws(ModelError) {
        return try Unit(parsing: text)
      } catch {
        throw arguments.unusable(.unit, error.detail)
      }
    }
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
        throw CommandFailure(.failure, "cannot use --svg: the present folder is gone")
      }
      return try PictureFile(path)
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let type = try await ObjectType(typed: typeName, in: data)
    let report = try await report(on: type, data)
    if let picture {
      try check(report.edges.count - 1, VectorChart.mostBuckets, advice: "Choose a longer --per.")
      try picture.write(VectorChart(report).text)
    }
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      let lines = StatisticsJSON(report, isBySource: isBySource)
      for statistics in report.listed { try output.writeLine(lines.line(statistics)) }
    } else {
      try check(
        isChart ? report.edges.count - 1 : report.listed.count, Self.mostRows,
        advice: "Choose a longer --per; --json prints any number of them.")
      try write(report, to: &output)
    }
    try output.flush()
    return .success
  }

  private func report(on type: ObjectType, _ data: any HealthData) async throws -> StatisticsReport
  {
    guard let canonical = type.description?.canonicalUnit, let options = Self.options(for: type)
    else {
      throw CommandFailure(
        .usage, "cannot work out statistics: \(type.name) has no quantities",
        advice: "'dyad types --all' lists the types that have a unit.")
    }
    if let unit, !unit.isCompatible(with: canonical) {
      throw CommandFailure(
        .usage,
        "cannot use --unit: \(type.name) has another dimension",
        advice: "\(UnitWords.list(of: type)) would do; without it values are in the unit chosen.")
    }
    var query = StatisticsQuery(
      type, where: choice.predicate, options.union(isBySource ? .separateBySource : []))
    var edges: [Double] = []
    if choice.interval != nil {
      let held = choice.isWholeRange ? nil : try await data.statistics(query).first
      edges = try choice.edges(around: held)
      query.edges = edges
    } else {
      query.options.insert(.mostRecent)
    }
    let isEmpty = choice.interval != nil && edges.isEmpty
    let statistics = isEmpty ? [] : try await data.statistics(query)
    var shown = unit
    if shown == nil { shown = try await data.readingUnit(of: type) }
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

  private func check(_ count: Int, _ bound: Int, advice: String) throws(CommandFailure) {
    guard count <= bound else {
      throw CommandFailure(
        .usage, "cannot show the statistics: there are \(count) buckets, and at most \(bound) fit",
        advice: advice)
    }
  }

  private func write(
    _ report: StatisticsReport, to output: inout BufferedOutput<Descriptor>
  ) throws(CommandLineError) {
    guard isChart else {
      return try StatisticsTable(report, isBySource: isBySource).table().write(to: &output)
    }
    let stream = Descriptor.standardOutput
    let chart = TerminalChart(
      report, isASCII: TerminalAlphabet.isASCII(CurrentProcess.environment))
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
