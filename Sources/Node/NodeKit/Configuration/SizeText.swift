/// Numbers of bytes as a configuration writes them: a number, or a text with a unit, "4MiB".
package enum SizeText {
  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
  ]
  /// Nothing here comes near a million GiB.
  private static let mostDigits = 12

  /// Reads a size; `nil` for anything else.
  package static func size(_ text: String) -> Int? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
    guard (1...mostDigits).contains(digits.count), let number = Int(String(digits) ?? ""),
      let unit = units.first(where: {
        text.utf8.dropFirst(digits.count).elementsEqual($0.name.utf8)
      })
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflow ? nil : bytes
  }

  /// A size in the largest unit that shows it exactly.
  package static func text(_ bytes: Int) -> String {
    let unit = units.last { bytes.isMultiple(of: $0.bytes) && bytes >= $0.bytes }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes)B"
  }
}
