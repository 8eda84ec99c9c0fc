/// A length of time as it is typed: seconds, with a fraction or without.
enum SecondsWord {
  /// A year: whoever means longer means for ever.
  private static let longest = 366.0 * 86_400
  private static let shortest = 0.001

  /// The length of time, or `nil` for anything but 0.001 to 31622400.
  static func duration(_ text: String) -> Duration? {
    // A number parser would take signs, exponents and names too.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let seconds = Double(text), (shortest...longest).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}
