internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel

/// Buckets as a picture: SVG that needs nothing else, has no scripts, and fits light and dark pages.
///
/// The same report always gives the same bytes.
package struct VectorChart {
  /// More are thinner than any screen shows.
  package static let mostBuckets = 20_000

  private static let (width, height) = (960.0, 420.0)
  private static let (left, right, top, bottom) = (80.0, 48.0, 56.0, 60.0)
  private static let valueSteps = 5
  private static let mostTimes = 9

  private let report: StatisticsReport
  private let scale: ChartScale

  /// Makes the picture of buckets.
  package init(_ report: StatisticsReport) {
    self.report = report
    let values = report.statistics.map(\.values)
    scale = ChartScale(
      values.flatMap { values in
        report.isCumulative
          ? [0, values.sum ?? 0] : [values.minimum, values.maximum].compactMap(\.self)
      }, steps: Self.valueSteps)
  }

  /// The bytes of the file, as text.
  package var text: String {
    let title = Self.escaped(report.title)
    let size = "\(Self.number(Self.width)) \(Self.number(Self.height))"
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)" role="img" aria-label="\#(title)">"#,
      "<title>\(title)</title>", Self.style,
      #"<rect class="paper" width="\#(Self.number(Self.width))" height="\#(Self.number(Self.height))"/>"#,
      #"<text class="title" x="\#(Self.number(Self.left))" y="32">\#(title)</text>"#,
    ]
    lines += scale.ticks.flatMap(valueLines)
    lines += timeLines()
    lines += report.statistics.flatMap(bucketLines)
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private static let style = """
    <style>
    .paper { fill: #ffffff }
    text { fill: #1f2933; font: 14px system-ui, sans-serif }
    .title { font-size: 18px; font-weight: 600 }
    .grid { stroke: #d9dee3 }
    .bar { fill: #2563a8 }
    .mark { fill: #b3410e }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #14181d }
    text { fill: #e4e9ee }
    .grid { stroke: #37404a }
    .bar { fill: #6aa9e9 }
    .mark { fill: #f2a36b }
    }
    </style>
    """
}

extension VectorChart {
  private var span: (start: Double, end: Double) {
    guard let start = report.edges.first, let end = report.edges.last else { return (0, 1) }
    return (start, end)
  }

  private func x(_ instant: Double) -> Double {
    let place = (instant - span.start) / (span.end - span.start)
    return Self.left + place * (Self.width - Self.left - Self.right)
  }

  private func y(_ value: Double) -> Double {
    Self.height - Self.bottom - scale.place(value) * (Self.height - Self.top - Self.bottom)
  }

  private func valueLines(_ tick: Double) -> [String] {
    let y = y(tick)
    return [
      Self.line(Self.left, y, Self.width - Self.right, y),
      Self.label(Self.left - 8, y + 5, NumberText.short(tick), "end"),
    ]
  }

  /// Marks where a day, a month or another unit begins, seldom enough for labels to stay apart.
  private func timeLines() -> [String] {
    for interval in Self.timeSteps where interval.averageSeconds >= bucketSeconds {
      let start = report.zone.start(of: Self.anchorUnit(interval.unit), at: span.start)
      // Beyond the years 1 to 9999 there is a picture without dates.
      guard let buckets = try? BucketEdges(every: interval, from: start, in: report.zone),
        let edges = try? buckets.edges(from: span.start, to: span.end, atMost: 4 * Self.mostTimes)
      else { continue }
      let shown = edges.filter { $0 >= span.start && $0 <= span.end }
      guard shown.count <= Self.mostTimes else { continue }
      // A short time may lie between two of them.
      return (shown.isEmpty ? [span.start] : shown).enumerated().flatMap { index, instant in
        let bottom = Self.height - Self.bottom
        let isDay = report.zone.start(of: .day, at: instant) == instant
        let labels = labels(instant, interval.unit, hasDay: index == 0 || isDay)
        return [Self.line(x(instant), bottom, x(instant), bottom + 6)]
          + labels.enumerated().map { line, text in
            Self.label(x(instant), bottom + 24 + Double(line) * 18, text, "middle")
          }
      }
    }
    return []
  }

  private static let timeSteps: [CalendarInterval] = [
    .init(.minute), .init(5, .minute), .init(15, .minute), .init(.hour), .init(3, .hour),
    .init(6, .hour), .init(12, .hour), .init(.day), .init(2, .day), .init(.week), .init(2, .week),
    .init(.month), .init(3, .month), .init(6, .month), .init(.year), .init(2, .year),
    .init(5, .year), .init(10, .year), .init(50, .year), .init(200, .year), .init(2_000, .year),
  ]

  // Nothing is told of shorter times than a bucket.
  private var bucketSeconds: Double { report.interval?.averageSeconds ?? 0 }

  // Hours are counted from midnight and months from January, so that days and years are among them.
  private static func anchorUnit(_ unit: CalendarInterval.Unit) -> CalendarInterval.Unit {
    switch unit {
    case .minute, .hour: .day
    case .month: .year
    case .day, .week, .year: unit
    }
  }

  private func labels(
    _ instant: Double, _ unit: CalendarInterval.Unit, hasDay: Bool
  ) -> [String] {
    let dates = LocalDateText(zone: report.zone)
    let day = dates.day(of: instant)
    switch unit {
    case .minute, .hour: return [dates.minute(of: instant)] + (hasDay ? [day] : [])
    case .day, .week: return [day]
    case .month: return [String(day.dropLast(3))]
    case .year: return [String(day.dropLast(6))]
    }
  }

  private func bucketLines(_ statistics: Statistics) -> [String] {
    let (from, to) = (x(statistics.start), x(statistics.end))
    let values = statistics.values
    let dates = LocalDateText(zone: report.zone)
    let when = dates.labels(of: [statistics.start, statistics.end]).joined(separator: " to ")
    let unit = report.unit.unitString
    if report.isCumulative {
      guard let sum = values.sum else { return [] }
      let gap = min(2, (to - from) / 8)
      let (top, bottom) = (min(y(sum), y(0)), max(y(sum), y(0)))
      return [
        Self.rect(
          from + gap, top, to - from - 2 * gap, bottom - top,
          "\(when): \(NumberText.short(sum)) \(unit)")
      ]
    }
    guard let average = values.average, let low = values.minimum, let high = values.maximum else {
      return []
    }
    let thickness = min(10, max(0.5, (to - from) * 0.5))
    let middle = (from + to) / 2
    // One value alone is seen as well.
    let (top, bottom) = (y(high) - 0.5, y(low) + 0.5)
    let text =
      "\(when): \(NumberText.short(average)) \(unit), "
      + "\(NumberText.short(low)) to \(NumberText.short(high))"
    return [
      Self.rect(middle - thickness / 2, top, thickness, bottom - top, text),
      #"<circle class="mark" cx="\#(Self.number(middle))" cy="\#(Self.number(y(average)))" "#
        + #"r="\#(Self.number(min(4, max(0.75, (to - from) * 0.35))))"/>"#,
    ]
  }

  private static func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ text: String
  ) -> String {
    #"<rect class="bar" x="\#(number(x))" y="\#(number(y))" width="\#(number(width))" "#
      + #"height="\#(number(height))"><title>\#(escaped(text))</title></rect>"#
  }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    #"<line class="grid" x1="\#(number(x1))" y1="\#(number(y1))" "#
      + #"x2="\#(number(x2))" y2="\#(number(y2))"/>"#
  }

  private static func label(
    _ x: Double, _ y: Double, _ text: String, _ anchor: String
  ) -> String {
    #"<text x="\#(number(x))" y="\#(number(y))" text-anchor="\#(anchor)">\#(escaped(text))</text>"#
  }

  private static func number(_ value: Double) -> String {
    var text = NumberText.fixed(value, 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private static func escaped(_ text: String) -> String {
    // Control characters may not even be escaped in XML.
    TerminalText.clean(text).map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(character)
      }
    }.joined()
  }
}
