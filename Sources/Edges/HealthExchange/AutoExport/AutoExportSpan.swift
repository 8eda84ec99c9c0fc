/// Over what time the numbers of a metric were added up before they were written.
enum AutoExportSpan: Double {
  case none = 0
  case hour = 3_600
  case day = 86_400

  /// What the metadata of a sample calls it.
  var name: String? {
    switch self {
    case .none: nil
    case .hour: "hour"
    case .day: "day"
    }
  }
}

/// The dates of a metric, as they are written: where each is a whole hour, it is none in which something was measured.
struct AutoExportDates {
  private static let midnights = ["00:00:00", "12:00:00 A", "12:00:00\u{202F}A"]

  /// Whether all of them may still be whole hours.
  private(set) var mayBeSpan = true
  private var areDays = true

  mutating func note(_ date: String) {
    // Behind the day.
    let time = date.dropFirst(11)
    let minutes = time.drop { $0 != ":" }
    mayBeSpan = mayBeSpan && minutes.hasPrefix(":00:00")
    areDays = areDays && Self.midnights.contains { time.hasPrefix($0) }
  }

  var span: AutoExportSpan { mayBeSpan ? areDays ? .day : .hour : .none }
}
