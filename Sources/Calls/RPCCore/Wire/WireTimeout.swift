/// The value of `grpc-timeout`: at most eight digits and a unit.
package struct WireTimeout: Hashable, Sendable {
  package let duration: Duration

  /// Returns `nil` for anything the protocol does not allow; a peer's bytes never trap.
  package init?(_ header: some BidirectionalCollection<UInt8>) {
    guard let unit = header.last else { return nil }
    let digits = header.dropLast()
    guard (1...8).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    switch unit {
    case UInt8(ascii: "H"): duration = .seconds(count * 3600)
    case UInt8(ascii: "M"): duration = .seconds(count * 60)
    case UInt8(ascii: "S"): duration = .seconds(count)
    case UInt8(ascii: "m"): duration = .milliseconds(count)
    case UInt8(ascii: "u"): duration = .microseconds(count)
    case UInt8(ascii: "n"): duration = .nanoseconds(count)
    default: return nil
    }
  }

  /// The header of a duration: the finest unit that eight digits can carry, rounded up.
  ///
  /// What has passed already is a nanosecond, because zero would say the same in more words.
  package static func header(for duration: Duration) -> String {
    let limit: Int64 = 99_999_999
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, seconds > 0 || attoseconds > 0 else { return "1n" }
    // A unit is out of reach long before its count overflows.
    if seconds < limit / 1_000_000_000 + 1 {
      let count = seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
      if count <= limit { return "\(count)n" }
    }
    if seconds <= limit / 1_000_000 {
      let count = seconds * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
      if count <= limit { return "\(count)u" }
    }
    if seconds <= limit / 1_000 {
      let count = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      if count <= limit { return "\(count)m" }
    }
    let whole = attoseconds > 0 ? seconds.addingReportingOverflow(1).partialValue : seconds
    guard whole > 0 else { return "\(limit)H" }
    if whole <= limit { return "\(whole)S" }
    if whole <= limit * 60 { return "\((whole + 59) / 60)M" }
    return "\(min((whole - 1) / 3600 + 1, limit))H"
  }
}
