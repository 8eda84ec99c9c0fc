package import CalendarEdges
internal import TextFormats

/// Instants as the clocks of a zone show them.
package struct LocalDateText {
  let zone: TimeZoneRules

  /// The clocks of that zone.
  package init(zone: TimeZoneRules) {
    self.zone = zone
  }

  /// ISO 8601 with the zone's offset; in UTC where that is not of whole minutes, as before clocks agreed.
  package func text(of seconds: Double) -> String {
    guard let date = DateText(secondsSince2001: seconds) else { return "\(seconds)" }
    let (minutes, rest) = zone.offset(at: seconds).quotientAndRemainder(dividingBy: 60)
    guard rest == 0, let offset = UTCOffset(minutes: minutes) else { return date.text }
    return date.text(at: offset)
  }

  /// What tells instants from each other: days alone where days begin at all of them.
  package func labels(of instants: [Double], isForPeople: Bool = false) -> [String] {
    let areDays = instants.allSatisfy { zone.start(of: .day, at: $0) == $0 }
    return instants.map { areDays ? day(of: $0) : isForPeople ? moment(of: $0) : text(of: $0) }
  }

  /// The day alone: "2026-11-21".
  package func day(of seconds: Double) -> String {
    zone.localTime(at: seconds).date.text
  }

  /// A moment as people write it: "2026-11-21 13:57", with seconds where there are some.
  package func moment(of seconds: Double) -> String { "\(day(of: seconds)) \(time(of: seconds))" }

  /// The time of the day alone: "13:57", or "13:57:05".
  package func time(of seconds: Double) -> String {
    var bytes: [UInt8] = []
    bytes.append(secondOfDay: zone.localTime(at: seconds).secondOfDay)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
  }

  /// The minute alone: "13:57".
  package func minute(of seconds: Double) -> String {
    String(time(of: seconds).prefix(5))
  }
}
