package import CommandLineCore
internal import CommandSupport
internal import HealthModel

/// Buckets as rows of a terminal, each with its value and a bar.
///
/// A cumulative type has bars from zero to the sum; others have the range of their values, with the
/// average marked.
package struct TerminalChart {
  /// With less there is nothing to compare.
  private static let leastBar = 12
  /// A longer time without any quantity is one line.
  private static let mostEmptyRows = 31
  private static let columnsPerTick = 12

  private let report: StatisticsReport
  private let isASCII: Bool

  /// Makes the chart of buckets.
  package init(_ report: StatisticsReport, isASCII: Bool) {
    self.report = report
    self.isASCII = isASCII
  }

  /// The lines of the chart: a title, the rows, and the axis.
  package func lines(width: Int, palette: Palette? = nil) -> [String] {
    let rows = rows()
    let head = [palette?.paint(title, .bold) ?? title]
    guard rows.contains(where: { $0.values != nil }) else { return head + ["(no samples)"] }
    var table = Table([.init("START"), .init(report.isCumulative ? "SUM" : "AVERAGE", .right)])
    for row in rows { table.append([row.label, row.height]) }
    let cells = table.lines().map { $0 + "  " }
    let indent = cells.map(TerminalText.width).max() ?? 0
    let columns = max(Self.leastBar, width - indent - 1)
    let scale = ChartScale(
      rows.compactMap(\.values).flatMap { values in
        report.isCumulative
          ? [0, values.sum ?? 0] : [values.minimum, values.maximum].compactMap(\.self)
      }, steps: max(1, columns / Self.columnsPerTick))
    let body = zip(cells.dropFirst(), rows).map { cell, row in
      trimmed(cell + (row.values.map { bar($0, scale, columns) } ?? ""))
    }
    let margin = String(repeating: " ", count: indent)
    return head + [trimmed(cells[0])] + body + axis(scale, columns).map { trimmed(margin + $0) }
  }

  private var title: String {
    isASCII ? String(report.title.map { $0.isASCII ? $0 : "?" }) : report.title
  }
}

extension TerminalChart {
  private struct Row {
    var label: String
    var height = ""
    var values: Statistics.Values?
  }

  private func rows() -> [Row] {
    var rows: [Row] = []
    var empty: [Row] = []
    let all = report.all
    let labels = LocalDateText(zone: report.zone).labels(of: all.map(\.start))
    func addEmpty() {
      rows += empty.count > Self.mostEmptyRows ? [Row(label: gap(empty.count))] : empty
      empty = []
    }
    for (statistics, label) in zip(all, labels) {
      guard let height = report.height(statistics.values) else {
        empty.append(Row(label: label))
        continue
      }
      addEmpty()
      rows.append(
        Row(label: label, height: NumberText.short(height), values: statistics.values))
    }
    addEmpty()
    return rows
  }

  private func gap(_ count: Int) -> String { isASCII ? "(\(count) empty)" : "⋮ \(count) empty" }

  private func bar(_ values: Statistics.Values, _ scale: ChartScale, _ columns: Int) -> String {
    guard report.isCumulative else { return range(values, scale, columns) }
    let sum = values.sum ?? 0
    let zero = scale.place(0) * Double(columns)
    let end = scale.place(sum) * Double(columns)
    if zero == 0, !isASCII { return Self.eighths(end) }
    let (from, to) = (Int(min(zero, end).rounded()), Int(max(zero, end).rounded()))
    return String(repeating: " ", count: from)
      + String(repeating: isASCII ? "#" : "█", count: to - from)
  }

  private func range(_ values: Statistics.Values, _ scale: ChartScale, _ columns: Int) -> String {
    func place(_ value: Double?) -> Int {
      min(columns - 1, Int(scale.place(value ?? scale.low) * Double(columns)))
    }
    let (from, to) = (place(values.minimum), place(values.maximum))
    var text = String(repeating: " ", count: from)
    let average = min(max(place(values.average), from), to)
    text += String(repeating: isASCII ? "-" : "━", count: average - from)
    text += isASCII ? "o" : "●"
    return text + String(repeating: isASCII ? "-" : "━", count: to - average)
  }

  // A block for each eighth of a column; what is there at all is seen.
  private static func eighths(_ columns: Double) -> String {
    let eighths = columns > 0 ? max(1, Int((columns * 8).rounded())) : 0
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  private func axis(_ scale: ChartScale, _ columns: Int) -> [String] {
    var line = [Character](repeating: isASCII ? "-" : "─", count: columns + 1)
    var labels = ""
    for (index, tick) in scale.ticks.enumerated() {
      let place = Int((scale.place(tick) * Double(columns)).rounded())
      let isLast = index == scale.ticks.count - 1
      line[place] = isASCII ? "+" : index == 0 ? "└" : isLast ? "┘" : "┴"
      let text = NumberText.short(tick)
      // The first begins at its mark and the last ends there, so that no line is longer than the bars.
      let start = index == 0 ? 0 : isLast ? columns + 1 - text.count : place - text.count / 2
      guard start > labels.count || index == 0 else { continue }
      labels += String(repeating: " ", count: start - labels.count) + text
    }
    return [String(line), labels]
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
