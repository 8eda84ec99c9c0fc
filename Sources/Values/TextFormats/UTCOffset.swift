/// How far a clock runs ahead of UTC, in whole minutes and less than a day.
package struct UTCOffset: Hashable, Sendable {
  /// The clock of UTC itself.
  package static let utc = UTCOffset(checkedMinutes: 0)

  /// Minutes ahead of UTC; negative to its west.
  package let minutes: Int

  /// Makes an offset, or `nil` where it is a day or more.
  package init?(minutes: Int) {
    guard (-1439...1439).contains(minutes) else { return nil }
    self.init(checkedMinutes: minutes)
  }

  private init(checkedMinutes: Int) {
    minutes = checkedMinutes
  }

  /// Seconds ahead of UTC.
  package var seconds: Int { minutes * 60 }

  /// `Z`, `+01:30` or `-08:00`.
  package var text: String {
    guard minutes != 0 else { return "Z" }
    let hours = String(abs(minutes) / 60)
    let rest = String(abs(minutes) % 60)
    let sign = minutes < 0 ? "-" : "+"
    return "\(sign)\(hours.count < 2 ? "0" : "")\(hours):\(rest.count < 2 ? "0" : "")\(rest)"
  }
}
