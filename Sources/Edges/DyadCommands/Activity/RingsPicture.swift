internal import HealthModel
internal import RingDrawing
internal import TextFormats

/// Days as rings in a picture: one alone, a week in a row, a month as its calendar has it.
struct RingsPicture {
  private let days: ActivityDays

  init(_ days: ActivityDays) { self.days = days }

  /// The rings of a day, from the outermost to the innermost.
  static func rings(_ summary: ActivitySummary) -> [Ring] {
    zip(summary.progress, [RingColour.move, .exercise, .stand]).map { Ring($0, $1) }
  }

  /// In which column and row each day stands, and how many there are of them.
  private var places: (all: [(column: Int, row: Int)], columns: Int, rows: Int) {
    guard days.period == .month, let first = days.summaries.first else {
      return (days.summaries.indices.map { ($0, 0) }, days.summaries.count, 1)
    }
    let offset = CivilDate(dayNumber: first.day).daysSinceMonday
    let all = days.summaries.indices.map { (($0 + offset) % 7, ($0 + offset) / 7) }
    return (all, 7, (all.last?.1 ?? 0) + 1)
  }

  // As pixels.

  private static let side = 480
  private static let smallSide = 160
  private static let margin = 16

  /// The file of a picture with dark ground.
  func png() throws -> [UInt8] {
    let side = days.period == .today ? Self.side : Self.smallSide
    let places = places
    let step = side + Self.margin
    var canvas = RingCanvas(
      width: places.columns * step + Self.margin, height: places.rows * step + Self.margin)
    for (summary, place) in zip(days.summaries, places.all) {
      canvas.draw(
        Self.rings(summary), left: Self.margin + place.column * step,
        top: Self.margin + place.row * step, side: side)
    }
    return try canvas.onGround().png()
  }

  // As vectors.

  private static let cell = 160.0

  /// The text of a picture that needs nothing else and has no scripts.
  var svg: String {
    let places = places
    let isOne = days.period == .today
    let side = isOne ? 360.0 : Self.cell - 20
    let cell = isOne ? 400.0 : Self.cell
    let (width, height) = (
      Double(places.columns) * cell, Double(places.rows) * (cell + (isOne ? 0 : 24))
    )
    let title = "Activity, \(days.summaries.last.map { ActivityDays.date($0.day) } ?? "")"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(width)) \(Int(height))\" "
        + "role=\"img\" aria-label=\"\(title)\">",
      "<title>\(title)</title>",
      "<rect width=\"\(Int(width))\" height=\"\(Int(height))\" fill=\"#0b0d10\"/>",
    ]
    for (summary, place) in zip(days.summaries, places.all) {
      let x = Double(place.column) * cell + (cell - side) / 2
      let y = Double(place.row) * (cell + (isOne ? 0 : 24)) + (cell - side) / 2
      lines += RingVector.elements(Self.rings(summary), x: x, y: y, side: side)
      guard !isOne else { continue }
      lines.append(
        "<text x=\"\(Int(x + side / 2))\" y=\"\(Int(y + side + 22))\" fill=\"#c7ced6\" "
          + "text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" font-size=\"15\">"
          + "\(ActivityDays.weekday(summary.day)) \(CivilDate(dayNumber: summary.day).day)</text>")
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  // In a terminal.

  /// Lines of half blocks, two pixels in each character.
  ///
  /// - Parameters:
  ///   - side: How many characters each day is wide.
  ///   - colours: How many colours the terminal has.
  /// - Returns: The lines, with the codes that colour them.
  func lines(side: Int, _ colours: TerminalColours) -> [String] {
    let places = places
    let step = side + 2
    var lines: [String] = []
    for row in 0..<places.rows {
      let members = zip(days.summaries, places.all).filter { $1.row == row }
      var canvas = RingCanvas(width: places.columns * step, height: side + side % 2)
      for (summary, place) in members {
        canvas.draw(Self.rings(summary), left: place.column * step, top: 0, side: side)
      }
      lines += TerminalPixels.lines(canvas, colours)
      guard days.period != .today else { continue }
      var label = ""
      for (summary, place) in members {
        let text =
          "\(ActivityDays.weekday(summary.day)) \(CivilDate(dayNumber: summary.day).day)"
        let start = place.column * step + max(0, (side - text.utf8.count) / 2)
        label += String(repeating: " ", count: max(0, start - label.utf8.count)) + text
      }
      lines.append(label)
    }
    return lines
  }
}

extension RingCanvas {
  /// The same on a dark ground.
  fileprivate func onGround() -> RingCanvas {
    var canvas = self
    canvas.fill(behind: RingColour(0.043, 0.051, 0.063))
    return canvas
  }
}
