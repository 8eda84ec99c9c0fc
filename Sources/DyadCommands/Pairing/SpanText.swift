/// A length of time in words.
package enum SpanText {
  /// "1 hour 5 minutes", "4 minutes 10 seconds", "1 second": the two largest units, rounded up.
  ///
  /// - Parameter seconds: The length; more than a year is a year.
  /// - Returns: The words.
  package static func text(of seconds: Double) -> String {
    // What is no number compares with nothing.
    let bounded = seconds > 0 ? min(seconds, 366 * 86_400) : 0
    var rest = Int(bounded.rounded(.up))
    // Nobody waits for the seconds of an hour.
    if rest > 3_600 { rest = (rest + 59) / 60 * 60 }
    let parts = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")].compactMap {
      unit, noun -> String? in
      let count = rest / unit
      rest %= unit
      return count > 0 ? counted(count, noun) : nil
    }
    return parts.isEmpty ? "moment" : parts.prefix(2).joined(separator: " ")
  }

  /// "1:59": minutes and seconds, as a clock counts down.
  package static func countdown(_ seconds: Double) -> String {
    let rest = seconds > 0 ? Int(min(seconds, 86_400).rounded(.up)) : 0
    return "\(rest / 60):\(rest % 60 < 10 ? "0" : "")\(rest % 60)"
  }
}
