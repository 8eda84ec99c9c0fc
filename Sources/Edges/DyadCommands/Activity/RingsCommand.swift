internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad rings`: how far the rings of a day, a week or a month are closed.
struct RingsCommand: Subcommand {
  static let command = Command(
    "rings", summary: "Show the rings of today, a week or a month",
    discussion: """
      The outer ring is active energy, the middle one minutes of exercise, the inner one hours in which \
      somebody stood, each as a part of the goal of that day, which 'dyad goals' sets. More than a whole \
      ring goes round again. Who moves in a wheelchair ('dyad profile wheelchair yes') has pushes in \
      place of steps, and the distance that was rolled.

      week is the last seven days, month those of the calendar's month so far, and days begin at midnight by \
      the clocks of --tz. Energy is activeEnergyBurned, exercise appleExerciseTime and standing \
      appleStandHour, both of which a watch works out from steps, pulse and workouts; time that several \
      sources measured counts once. Files and pipes get a table, \
      --json one line a day.
      """,
    examples: [
      .init("dyad rings", "today"),
      .init("dyad rings week --svg week.svg", "the last seven days as a picture"),
      .init("dyad rings month --png month.png", "this month as a picture"),
    ], options: [.lastDay, .svgRings, .pngRings, .timeZone], arguments: [period])

  private static let period = Argument(
    "PERIOD", help: "today, week or month", isRequired: false,
    completion: .words(ActivityDays.Period.allCases.map(\.rawValue)))

  private let period: ActivityDays.Period
  private let arguments: ParsedArguments
  private let svg: OutputFile?
  private let png: OutputFile?

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    let word = arguments.value(Self.period) ?? ActivityDays.Period.today.rawValue
    guard let period = ActivityDays.Period(rawValue: word) else {
      throw arguments.unusable(Self.period, "expected today, week or month")
    }
    self.period = period
    svg = try arguments.value(.svgRings).map { try OutputFile(of: "--svg", $0) }
    png = try arguments.value(.pngRings).map { try OutputFile(of: "--png", $0) }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let zone = try ZoneChoice.zone(arguments)
    let data = try await session.open(.isAnError)
    let now = WallClock.system.now
    let last = try arguments.date(.lastDay, at: now, in: zone)?.seconds ?? now
    let days = try await ActivityDays(data, period, endingAt: last, in: zone)
    let picture = RingsPicture(days)
    try svg?.write(picture.svg)
    if let png { try png.write(picture.png()) }
    var output = BufferedOutput(Descriptor.standardOutput)
    if arguments.has(.json) {
      for summary in days.summaries { try output.writeLine(RingsText.json(summary)) }
    } else {
      let colours = TerminalColours(
        Palette(for: .standardOutput), CurrentProcess.environment)
      if let colours {
        for line in picture.lines(side: side, colours) { try output.writeLine(line) }
      }
      if period == .today, let today = days.summaries.first {
        for line in RingsText.lines(today) { try output.writeLine(line) }
      } else {
        try RingsText.table(days.summaries).write(to: &output)
      }
    }
    try output.flush()
    if days.isEmpty, !arguments.has(.json) {
      Messages.note(
        "no energy, exercise or standing was measured then; these come from a watch, or an export:",
        "dyad import export.zip")
    }
    return .success
  }

  /// How many characters each day is wide.
  private var side: Int {
    let columns = Descriptor.standardOutput.columns ?? 80
    return period == .today ? min(24, max(8, columns - 2)) : min(12, max(6, columns / 7 - 2))
  }
}

extension OutputFile {
  /// The file that an option names.
  fileprivate init(of option: String, _ word: String) throws {
    guard let path = CurrentProcess.absolutePath(word) else {
      throw ProgramFailure(
        .failure, "cannot use \(option): the present folder is gone")
    }
    try self.init(path)
  }
}

extension Option {
  static let lastDay = Option(
    "on", value: "DATE", help: "The day of DATE in place of today, such as yesterday")
  static let svgRings = Option(
    "svg", value: "FILE", help: "Write a picture of the rings, too, as SVG", completion: .file)
  static let pngRings = Option(
    "png", value: "FILE", help: "Write a picture of the rings, too, as PNG", completion: .file)
}
