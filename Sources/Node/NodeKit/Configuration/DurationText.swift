/// Durations as a configuration writes them: a whole number and a unit, "30s".
package enum DurationText {
  private static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3_600)),
    ("d", .seconds(86_400)),
  ]
  /// A century in milliseconds has 13 digits, and more cannot be meant.
  private static let mostDigits = 13

  /// Reads a duration; `nil` for anything else.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
    guard (1...mostDigits).contains(digits.count), let number = Int(String(digits) ?? ""),
      let unit = units.first(where: {
        text.utf8.dropFirst(digits.count).elementsEqual($0.name.utf8)
      })
    else { return nil }
    return unit.length * number
  }

  /// A duration in the largest unit that shows it exactly; what is below a millisecond is dropped.
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0 else { return "0s" }
    for (name, length) in units.reversed() {
      let size = length.components.seconds * 1_000
      if size > 0, milliseconds.isMultiple(of: size) { return "\(milliseconds / size)\(name)" }
    }
    return "\(milliseconds)ms"
  }
}
