internal import CalendarEdges
internal import HealthModel
internal import TextFormats

/// A date of a resource: an instant, or a day by somebody's clocks.
struct FHIRDate {
  /// Seconds since 2001-01-01 UTC.
  let start: Double
  /// When a day is over; for an instant its start.
  let end: Double

  /// Reads a date; `nil` for what is none, or a month or a year, which say too little.
  init?(_ text: String, in zone: TimeZoneRules) {
    guard let seconds = (try? DateText(parsing: text))?.secondsSince2001,
      Instant.permitted.contains(seconds)
    else { return nil }
    guard !text.contains("T") else {
      (start, end) = (seconds, seconds)
      return
    }
    let local = Int(seconds)
    start = Double(zone.instant(ofLocal: local))
    end = Double(zone.instant(ofLocal: local + 86_400))
    guard Instant.permitted.contains(start), Instant.permitted.contains(end) else { return nil }
  }
}
