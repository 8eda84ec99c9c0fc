import HealthKit

/// Days as people write them, of the calendar and the time zone where the program runs.
enum Day {
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return calendar
  }()

  /// The noon of a day such as 2026-11-25; nothing for what is none.
  static func noon(_ text: String) -> Date? {
    let numbers = text.split(separator: "-").map { Int($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2]
    else { return nil }
    let components = DateComponents(
      calendar: calendar, year: year, month: month, day: day, hour: 12)
    return components.isValidDate ? components.date : nil
  }

  static func text(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  static func short(_ date: Date) -> String {
    let names = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]
    let weekday = calendar.component(.weekday, from: date)
    return "\(names[weekday - 1]) \(number(date))"
  }

  static func number(_ date: Date) -> String {
    String(format: "%2d", calendar.component(.day, from: date))
  }
}

/// A name and a number, one below the other.
enum Row {
  static func of(_ name: String, _ value: Double, _ unit: String) -> String {
    let text = number(value)
    let padding = max(1, 32 - name.count - text.count)
    return name + String(repeating: " ", count: padding) + text + " " + unit
  }

  static func number(_ value: Double, digits: Int = 0) -> String {
    String(format: "%.\(digits)f", value)
  }
}

/// Bars that lie, each with a mark.
struct BarChart {
  struct Row {
    var label: String
    var value: Double
    /// Where something else stands; nothing where there is nothing.
    var mark: Double?
  }

  /// How wide a terminal is.
  static let width = 80
  let rows: [Row]

  func text() -> String {
    let most = rows.reduce(1) { max($0, $1.value, $1.mark ?? 0) }
    let label = rows.reduce(0) { max($0, $1.label.count) }
    // A space before the bar, and a space and a number of five digits after it.
    let room = Self.width - label - 7
    return rows.map { row in
      var cells = Array(repeating: Character(" "), count: room)
      func cell(_ value: Double) -> Int { Int((value / most * Double(room - 1)).rounded()) }
      if row.value > 0 {
        for index in 0...cell(row.value) { cells[index] = "█" }
      }
      if let mark = row.mark { cells[cell(mark)] = "|" }
      let number = row.value > 0 ? String(format: "%5.0f", row.value) : "    -"
      let name = row.label + String(repeating: " ", count: label - row.label.count)
      return "\(name) \(String(cells)) \(number)"
    }.joined(separator: "\n")
  }
}

/// A curve of one value for each label; where there is none it has a gap.
struct LineChart {
  let values: [Double?]
  let labels: [String]
  private static let height = 8
  private static let step = 5

  func text() -> String {
    let known = values.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return "  nothing yet" }
    let span = max(high - low, 0.1)
    var lines: [String] = []
    for line in (0..<Self.height).reversed() {
      let level = low + span * Double(line) / Double(Self.height - 1)
      var text = String(format: "%6.1f ", level)
      for value in values {
        let isHere =
          value.map { Int((($0 - low) / span * Double(Self.height - 1)).rounded()) == line }
          ?? false
        text += (isHere ? "●" : "·").padding(toLength: Self.step, withPad: " ", startingAt: 0)
      }
      lines.append(Self.trimmed(text))
    }
    let days = labels.map { $0.padding(toLength: Self.step, withPad: " ", startingAt: 0) }
    lines.append(Self.trimmed("      " + days.joined()))
    return lines.joined(separator: "\n")
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
