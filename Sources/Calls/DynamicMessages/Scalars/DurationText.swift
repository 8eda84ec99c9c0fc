internal import TextFormats

/// A span of time as protobuf has it: whole seconds, and nanoseconds of the same sign.
struct DurationText: Hashable {
  /// What the type's description allows: about 10,000 years.
  static let largestSeconds: Int64 = 315_576_000_000

  let seconds: Int64
  let nanoseconds: Int32

  init?(seconds: Int64, nanoseconds: Int32) {
    let hasOneSign = (seconds >= 0 && nanoseconds >= 0) || (seconds <= 0 && nanoseconds <= 0)
    guard seconds.magnitude <= Self.largestSeconds.magnitude, hasOneSign,
      nanoseconds.magnitude < 1_000_000_000
    else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads `1.5s`: at most nine digits of a second.
  init?(_ text: String) {
    guard text.utf8.last == UInt8(ascii: "s") else { return nil }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropLast().dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let seconds = Self.number(whole, atMost: 12) else { return nil }
    var nanoseconds: Int64 = 0
    if parts.count > 1 {
      guard let digits = Self.number(parts[1], atMost: 9) else { return nil }
      nanoseconds = (parts[1].count..<9).reduce(digits) { value, _ in value * 10 }
    }
    self.init(
      seconds: isNegative ? -seconds : seconds,
      nanoseconds: Int32(isNegative ? -nanoseconds : nanoseconds))
  }

  /// The span with as many fraction digits as it needs: none, three, six or nine.
  var text: String {
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(ExactDate.fraction(Int(nanoseconds.magnitude)))s"
  }

  private static func number(
    _ digits: some Collection<UInt8>, atMost count: Int
  ) -> Int64? {
    guard (1...count).contains(digits.count) else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value
  }
}
