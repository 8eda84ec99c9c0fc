/// A length of time as it is typed: a whole number and a unit, "30s" or "7d".
package enum SpanWord {
  /// More would overflow nothing, and nobody means it.
  private static let mostDigits = 6

  /// The seconds; `nil` for anything but 1 to 999999 of s, m, h, d or w.
  package static func seconds(_ text: String) -> Double? {
    let digits = text.utf8.dropLast()
    guard (1...mostDigits).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) }), let count = Double(text.dropLast()),
      count > 0
    else { return nil }
    switch text.utf8.last {
    case UInt8(ascii: "s"): return count
    case UInt8(ascii: "m"): return count * 60
    case UInt8(ascii: "h"): return count * 3_600
    case UInt8(ascii: "d"): return count * 86_400
    case UInt8(ascii: "w"): return count * 604_800
    default: return nil
    }
  }
}
