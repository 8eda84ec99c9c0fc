package import CommandLineCore

/// A date as it is typed: ISO 8601, a word, or a span before now.
package struct DateExpression: Hashable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  package let seconds: Double

  /// More would leave the years that dates have.
  private static let mostDigits = 9

  /// Reads `text` when the clock shows `now`, as seconds since 2001 in UTC.
  package init(parsing text: String, at now: Double) throws(CommandLineError) {
    switch text {
    case "now": seconds = now
    case "today": seconds = Self.midnight(before: now)
    case "yesterday": seconds = Self.midnight(before: now) - 86_400
    default:
      if text.hasPrefix("-") {
        seconds = now - (try Self.span(text.dropFirst()))
      } else {
        do {
          seconds = try DateText(parsing: text).secondsSince2001
        } catch {
          throw Self.failure(error.detail)
        }
      }
    }
  }

  // 2001-01-01T00:00:00Z was a midnight, so whole days from there are midnights, too.
  private static func midnight(before now: Double) -> Double {
    (now / 86_400).rounded(.down) * 86_400
  }

  private static func span(_ text: Substring) throws(CommandLineError) -> Double {
    let digits = text.dropLast()
    guard (1...mostDigits).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Double(digits)
    else { throw failure("a span is a whole number and a unit") }
    switch text.last {
    case "s": return count
    case "m": return count * 60
    case "h": return count * 3_600
    case "d": return count * 86_400
    case "w": return count * 604_800
    default: throw failure("the unit of a span is s, m, h, d or w")
    }
  }

  private static func failure(_ detail: String) -> CommandLineError {
    CommandLineError(
      .invalidInput, operation: "read a date", detail: detail,
      advice:
        "Write it like 2026-11-21T08:00:00Z, 2026-11-21, now, today, yesterday, -30m, -1h or -7d.")
  }
}

extension ParsedArguments {
  /// The option's value as a date.
  func instant(_ option: Option, at now: Double) throws(CommandLineError) -> Double? {
    guard let text = value(option) else { return nil }
    do {
      return try DateExpression(parsing: text, at: now).seconds
    } catch {
      var refusal = unusable(option, error.detail)
      refusal.advice = error.advice
      throw refusal
    }
  }
}
