internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad chart`: a type, drawn.
struct ChartCommand: Subcommand {
  /// With today seven days.
  private static let usualFrom = "-6d"
  private static let wide = 48
  private static let narrow = 24
  /// In front of a band stands its day.
  private static let labelWidth = 16
  private static let mostDays = 366
  private static let evening = 18 * 3_600

  static let command = Command(
    "chart", summary: "Draw a type: quantities as bars, categories as bands of days",
    discussion: """
      Quantities are drawn as 'dyad stats --chart' does, by the day unless --per says otherwise. Of \
      categories each day is a band of half hours, which shows what held for most of each: sleep by \
      nights, from 18:00 on the evening before to 18:00, with its stages. Without --from it is the last \
      seven days.
      """,
    examples: [
      .init("dyad chart sleepAnalysis", "the nights of a week, with their stages"),
      .init("dyad chart stepCount --from -30d", "the steps of a month"),
      .init("dyad chart heartRate --per hour --from today", "today's heart rates"),
    ], options: [.per, .statisticsFrom, .statisticsTo, .timeZone], arguments: [.type])

  private let arguments: ParsedArguments
  private let type: ObjectType?

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    type = ObjectType(named: arguments.required(.type))
    if isBands, arguments.has(.per) {
      throw arguments.unusable(.per, "categories are drawn by the day")
    }
    if arguments.has(.json) {
      throw arguments.unusable(.json, "a chart is for people; 'dyad stats --json' has the numbers")
    }
  }

  private var isBands: Bool { type?.description?.kind == .category }

  func run(_ session: StoreSession) async throws -> ExitCode {
    guard let type, isBands else { return try await bars().run(session) }
    let data = try await session.open(.isAnError)
    let zone = try ZoneChoice.zone(arguments)
    let edges = try edges(of: type, in: zone)
    var samples: [(start: Double, end: Double, value: Int64)] = []
    let query = SampleQuery(
      type, where: .window(from: edges.first, to: edges.last), order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      guard case .category(let values) = run.payload else { continue }
      for (row, value) in values.enumerated() {
        samples.append((run.starts[row], run.ends[row], value))
      }
    }
    let columns = Descriptor.standardOutput.columns ?? 80
    let slots = columns >= Self.wide + Self.labelWidth ? Self.wide : Self.narrow
    let bands = CategoryBands(samples, of: type, edges: edges, slots: slots)
    var output = BufferedOutput(Descriptor.standardOutput)
    for line in lines(bands, type, zone) { try output.writeLine(line) }
    try output.flush()
    if samples.isEmpty { await Messages.noteNothing(of: type, data) }
    return .success
  }

  /// The command that draws quantities.
  private func bars() throws -> StatsCommand {
    var words = ["stats", arguments.required(.type), "--chart"]
    words += ["--per", arguments.value(.per) ?? "day"]
    words += ["--from", arguments.value(.statisticsFrom) ?? Self.usualFrom]
    for option in [Option.statisticsTo, .timeZone] {
      if let value = arguments.value(option) { words += [option.spelling, value] }
    }
    guard case .run(let parsed) = try Program.program().command.parse(words) else {
      preconditionFailure("no word of these asks for help")
    }
    return try StatsCommand(parsed)
  }

  /// Where the days begin that overlap what was asked for: at midnight, those of sleep on the evening before.
  private func edges(of type: ObjectType, in zone: TimeZoneRules) throws -> [Double] {
    let now = WallClock.system.now
    let from = try arguments.date(.statisticsFrom, at: now, in: zone)?.seconds ?? now - 6 * 86_400
    let to = try arguments.date(.statisticsTo, at: now, in: zone)?.seconds ?? now
    let first = zone.localTime(at: from).date.dayNumber
    let last = zone.localTime(at: max(from, to.nextDown)).date.dayNumber
    guard last - first < Self.mostDays else {
      throw ProgramFailure(
        .usage, "cannot draw \(last - first + 1) days: at most \(Self.mostDays) fit",
        advice: "Choose a later --from.")
    }
    let isSleep = type == .sleepAnalysis
    return (first...last + 1).map { day in
      zone.instant(
        of: LocalTime(
          CivilDate(dayNumber: isSleep ? day - 1 : day), secondOfDay: isSleep ? Self.evening : 0))
    }
  }

  private func lines(
    _ bands: CategoryBands, _ type: ObjectType, _ zone: TimeZoneRules
  ) -> [String] {
    let glyphs = BandGlyphs(of: type, bands.values, isASCII: TerminalAlphabet.isASCII)
    let indent = String(repeating: " ", count: Self.labelWidth)
    let start = type == .sleepAnalysis ? 18 : 0
    // An hour each quarter of the day.
    let step = bands.slots / 4
    let axis = (0..<4).map { quarter -> String in
      let hour = "\((start + quarter * 6) % 24):00"
      return hour + String(repeating: " ", count: max(0, step - hour.count))
    }.joined()
    var lines = ["\(type.name), \(zone.name)", indent + trimmed(axis)]
    for (index, row) in bands.rows.enumerated() {
      // A night is that of the day on which it ends.
      let day = zone.localTime(at: bands.edges[index + 1].nextDown).date.dayNumber
      let label = "\(ActivityDays.weekday(day)) \(ActivityDays.date(day))"
      let gap = String(repeating: " ", count: Self.labelWidth - label.count)
      lines.append(trimmed(label + gap + glyphs.line(row)))
    }
    let legend = glyphs.legend(bands.values, NamedNumbers.values(of: type))
    return legend.isEmpty ? lines : lines + ["", legend]
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
