/// Numbers as people read them; programs get every digit.
enum NumberText {
  /// More than that and a whole number is no longer exact.
  private static let mostWhole = 1e15

  /// Four digits or more of a number, without zeros at the end: 61.67, 0.1234, 12345.
  static func short(_ number: Double) -> String {
    let size = abs(number)
    guard size < mostWhole, size == 0 || size >= 1e-9 else { return "\(number)" }
    var decimals = 4
    var limit = 1.0
    while size >= limit * 10, decimals > 0 {
      decimals -= 1
      limit *= 10
    }
    limit = 1
    while size > 0, size < limit {
      decimals += 1
      limit /= 10
    }
    var text = fixed(number, decimals)
    if decimals > 0 {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  /// So many digits behind the point.
  static func fixed(_ number: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
    var digits = String(scaled)
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    return "\(sign)\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
  }
}
