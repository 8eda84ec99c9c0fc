internal import TextFormats

/// Rows of cells in aligned columns.
package struct Table: Hashable, Sendable {
  /// A column's title and the side its cells lean on.
  package struct Column: Hashable, Sendable {
    /// Where cells lean.
    package enum Alignment: Hashable, Sendable {
      case left
      case right
    }

    /// The cell above the others.
    package let title: String
    /// Where its cells lean; numbers lean right.
    package let alignment: Alignment
    /// Whether a part of its cells would tell nothing, or something else.
    package let isWhole: Bool

    /// Makes a column.
    package init(_ title: String, _ alignment: Alignment = .left, isWhole: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.isWhole = isWhole
    }
  }

  /// Below this a cut cell tells nothing.
  private static let minimumWidth = 4
  private static let gap = "  "

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Makes a table without rows.
  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// How many rows there are, the titles not counted.
  package var count: Int { rows.count }

  /// Adds a row with one cell for each column; what a terminal would obey in it is replaced.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row needs a cell for each column")
    rows.append(cells.map(TerminalText.clean))
  }

  /// What stands above the columns.
  package var titles: [String] { columns.map(\.title) }

  /// The same without columns in which no row has anything.
  package var withoutEmptyColumns: Table {
    guard !rows.isEmpty else { return self }
    let kept = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    var table = Table(kept.map { columns[$0] })
    table.rows = rows.map { row in kept.map { row[$0] } }
    return table
  }

  /// How wide the lines are where nothing is cut, if the column of a title has at most so many of it.
  package func width(withAtMost most: Int = .max, of title: String? = nil) -> Int {
    let widths = zip(columns, columnWidths(fitting: nil)).map { column, width in
      column.title == title ? min(width, most) : width
    }
    return widths.reduce(0, +) + Self.gap.count * (columns.count - 1)
  }

  /// The same without the column of a title.
  package func without(_ title: String) -> Table {
    let kept = columns.indices.filter { columns[$0].title != title }
    var table = Table(kept.map { columns[$0] })
    table.rows = rows.map { row in kept.map { row[$0] } }
    return table
  }

  /// The cells of the first row below each other, each behind the title of its column.
  package func record() -> [String] {
    let width = columns.map { TerminalText.width(of: $0.title) }.max() ?? 0
    return zip(columns, rows.first ?? []).map { column, cell in
      let gap = width - TerminalText.width(of: column.title) + Self.gap.count
      return column.title + String(repeating: " ", count: gap) + cell
    }
  }

  /// The lines of the table, titles first.
  ///
  /// With a `width` long cells are cut until the lines fit, text before numbers, and columns that have to stay whole last; without one, for
  /// files and pipes, nothing is cut.
  package func lines(width: Int? = nil, palette: Palette? = nil) -> [String] {
    let widths = columnWidths(fitting: width)
    let titles = line(columns.map(\.title), widths)
    let head = palette?.paint(titles, .bold) ?? titles
    return [head] + rows.map { line($0, widths) }
  }

  private func columnWidths(fitting width: Int?) -> [Int] {
    var widths = columns.map { TerminalText.width(of: $0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], TerminalText.width(of: cell))
      }
    }
    guard let width else { return widths }
    let available = width - Self.gap.count * (columns.count - 1)
    for alignment in [Column.Alignment.left, .right] {
      let candidates = columns.indices.filter {
        columns[$0].alignment == alignment && !columns[$0].isWhole
      }
      shrink(&widths, candidates, to: available)
    }
    // Lines that wrap are worse than cells that are cut.
    shrink(&widths, columns.indices.filter { columns[$0].isWhole }, to: available)
    return widths
  }

  // Takes from the widest first, so that narrow columns stay whole.
  private func shrink(_ widths: inout [Int], _ candidates: some Collection<Int>, to available: Int)
  {
    while widths.reduce(0, +) > available {
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.minimumWidth
      else { return }
      widths[widest] -= 1
    }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let shown = TerminalText.truncate(cell, to: widths[index])
      let padding = String(
        repeating: " ", count: max(0, widths[index] - TerminalText.width(of: shown)))
      let isLast = index == cells.count - 1
      switch columns[index].alignment {
      case .left: text += isLast ? shown : shown + padding
      case .right: text += padding + shown
      }
      if !isLast { text += Self.gap }
    }
    return text
  }
}
