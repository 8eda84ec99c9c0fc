internal import CommandLineCore
internal import HealthModel

/// Samples as rows of a table that is written page by page, so that any number of them fits.
struct SampleTable {
  /// A page's columns are as wide as its cells need; more rows would take memory, fewer would make
  /// the widths change often.
  private static let pageRows = 1_024

  private static let columns: [Table.Column] = [
    .init("START"), .init("END"), .init("VALUE", .right), .init("UNIT"), .init("SOURCE"),
    .init("UUID"),
  ]

  private let unit: Unit?
  private let width: Int?
  private let palette: Palette
  private var page = Table(columns)
  private var hasTitles = false

  /// Makes a table without rows; without a `unit` each quantity stays in its own.
  init(unit: Unit?) {
    self.unit = unit
    width = Descriptor.standardOutput.isTerminal ? Descriptor.standardOutput.columns : nil
    palette = Palette(for: .standardOutput)
  }

  /// Adds a row, and writes the page when it is full.
  mutating func add(
    _ sample: Sample, to output: inout BufferedOutput<Descriptor>
  ) throws {
    page.append(try SampleText.cells(of: sample, in: unit))
    if page.count >= Self.pageRows { try flush(to: &output) }
  }

  /// Writes what is left; the titles stand above the first page alone.
  mutating func flush(to output: inout BufferedOutput<Descriptor>) throws(CommandLineError) {
    let lines = page.lines(width: width, palette: palette)
    for line in hasTitles ? lines.dropFirst() : lines[...] { try output.writeLine(line) }
    hasTitles = true
    page = Table(Self.columns)
  }
}
