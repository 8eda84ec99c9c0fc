/// Lengths of time, as people type and read them.
package enum SpanText {
  /// More would overflow nothing, and nobody means it.
  private static let mostDigits = 6
  /// As many seconds as are told, about a hundred years.
  private static let longest: Double = 36_525 * 86_400

  /// The seconds of a word such as "30s" or "7d"; `nil` for anything but 1 to 999999 of s, m, h, d or w.
  package static func seconds(_ word: String) -> Double? {
    let digits = word.utf8.dropLast()
    guard (1...mostDigits).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) }), let count = Double(word.dropLast()),
      count > 0
    else { return nil }
    switch word.utf8.last {
    case UInt8(ascii: "s"): return count
    case UInt8(ascii: "m"): return count * 60
    case UInt8(ascii: "h"): return count * 3_600
    case UInt8(ascii: "d"): return count * 86_400
    case UInt8(ascii: "w"): return count * 604_800
    default: return nil
    }
  }

  /// "1 hour 5 minutes", "4 minutes 10 seconds", "1 second": the two largest units, rounded up.
  ///
  /// - Parameter seconds: The length; more than a hundred years is a hundred years.
  /// - Returns: The words.
  package static func text(of seconds: Double) -> String {
    // What is no number compares with nothing.
    let bounded = seconds > 0 ? min(seconds, longest) : 0
    var rest = Int(bounded.rounded(.up))
    // Nobody waits for the seconds of an hour.
    if rest > 3_600 { rest = (rest + 59) / 60 * 60 }
    let parts = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")].compactMap {
      unit, noun -> String? in
      let count = rest / unit
      rest %= unit
      return count > 0 ? "\(count) \(noun)\(count == 1 ? "" : "s")" : nil
    }
    return parts.isEmpty ? "moment" : parts.prefix(2).joined(separator: " ")
  }

  /// The same in symbols: "1 h 5 min", "4 min 10 s".
  package static func short(of seconds: Double) -> String {
    let words = text(of: seconds).split(separator: " ")
    let symbols = ["day": "d", "hour": "h", "minute": "min", "second": "s"]
    return words.map { word in
      symbols[word.hasSuffix("s") ? String(word.dropLast()) : String(word)] ?? String(word)
    }.joined(separator: " ")
  }

  /// "1:59": minutes and seconds, as a clock counts down.
  package static func countdown(_ seconds: Double) -> String {
    let rest = seconds > 0 ? Int(min(seconds, 86_400).rounded(.up)) : 0
    return "\(rest / 60):\(rest % 60 < 10 ? "0" : "")\(rest % 60)"
  }

  /// "12 s ago", "3 h ago", "now": how long ago something was, in passing.
  ///
  /// - Parameters:
  ///   - instant: When it was.
  ///   - now: The time by the same clock.
  /// - Returns: The words.
  package static func past(_ instant: Double, now: Double) -> String {
    brief(now - instant).map { "\($0) ago" } ?? "now"
  }

  /// "in 8 s", "now": how soon something will be.
  ///
  /// - Parameters:
  ///   - instant: When it will be.
  ///   - now: The time by the same clock.
  /// - Returns: The words.
  package static func future(_ instant: Double, now: Double) -> String {
    brief(instant - now).map { "in \($0)" } ?? "now"
  }

  private static func brief(_ seconds: Double) -> String? {
    // What is no number compares with nothing, and nobody counts ten thousand years of days.
    guard seconds >= 1, seconds < 1e11 else { return nil }
    let whole = Int(seconds)
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3_600: return "\(whole / 60) min"
    case ..<(2 * 86_400): return "\(whole / 3_600) h"
    default: return "\(whole / 86_400) days"
    }
  }
}
