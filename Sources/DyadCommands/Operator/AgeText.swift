/// How long ago something was, or how soon it will be, as people say it in passing.
package enum AgeText {
  /// "12 s ago", "3 h ago", "now".
  ///
  /// - Parameters:
  ///   - instant: When it was.
  ///   - now: The time by the same clock.
  /// - Returns: The words.
  package static func past(_ instant: Double, now: Double) -> String {
    span(now - instant).map { "\($0) ago" } ?? "now"
  }

  /// "in 8 s", "now".
  ///
  /// - Parameters:
  ///   - instant: When it will be.
  ///   - now: The time by the same clock.
  /// - Returns: The words.
  package static func future(_ instant: Double, now: Double) -> String {
    span(instant - now).map { "in \($0)" } ?? "now"
  }

  private static func span(_ seconds: Double) -> String? {
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
