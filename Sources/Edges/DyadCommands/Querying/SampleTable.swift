internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel

/// Samples as rows of a table that is written page by page, so that any number of them fits.
struct SampleTable {
  /// A page's columns are as wide as its cells need; more rows would take memory, fewer would make
  /// the widths change often.
  private static let pageRows = 1_024

  /// Less of a source tells nothing.
  private static let leastSource = 8

  private let columns: [Table.Column]
  private let width: Int?
  private let palette: Palette
  private var text: SampleText
  private var page: Table
  /// The titles that stand above the last page.
  private var titles: [String] = []

  /// Makes a table without rows.
  ///
  /// - Parameters:
  ///   - units: The units of quantities; those of other types stay in their own.
  ///   - zone: By whose clocks a terminal shows times.
  init(units: [ObjectType: Unit], zone: TimeZoneRules) {
    let stream = Descriptor.standardOutput
    let isForPeople = stream.isTerminal
    width = isForPeople ? stream.columns : nil
    palette = Palette(for: stream)
    text = SampleText(
      units: units, style: isForPeople ? .people(LocalDateText(zone: zone)) : .exact)
    text.naming = SampleText.Naming(columns: width)
    var columns: [Table.Column] = [
      .init("START", isWhole: true), .init("END", isWhole: true), .init("VALUE", .right),
      .init("UNIT"), .init("SOURCE"),
    ]
    if text.naming != .none { columns.append(.init("UUID", isWhole: true)) }
    self.columns = columns
    page = Table(columns)
  }

  /// Adds rows, and writes the page whenever it is full.
  ///
  /// - Parameters:
  ///   - run: The samples.
  ///   - members: What correlations among them hold.
  ///   - output: Where pages go.
  /// - Throws: Where a value has no such unit, or nobody takes the page.
  mutating func add(
    _ run: SampleRun, with members: [SampleUUID: Sample],
    to output: inout BufferedOutput<Descriptor>
  ) throws {
    text.members = members
    for row in 0..<run.count {
      page.append(try text.cells(of: run[row]))
      if page.count >= Self.pageRows { try flush(to: &output) }
    }
  }

  /// Writes what is left; titles stand above the first page, and where other columns have something.
  mutating func flush(to output: inout BufferedOutput<Descriptor>) throws(CommandLineError) {
    var shown = text.isExact ? page : page.withoutEmptyColumns
    // What was measured is worth more than how it is named.
    if let width, text.naming == .short,
      shown.width(withAtMost: Self.leastSource, of: "SOURCE") > width
    {
      shown = shown.without("UUID")
    }
    let lines = shown.lines(width: width, palette: palette)
    for line in titles == shown.titles ? lines.dropFirst() : lines[...] {
      try output.writeLine(line)
    }
    titles = shown.titles
    page = Table(columns)
  }
}
