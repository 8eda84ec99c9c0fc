/// How long a window stays open, as it is typed: "90s" or "2m".
package enum WindowTime {
  private static let longest = 600

  /// The seconds; `nil` for anything but 1s to 10m.
  package static func seconds(_ text: String) -> UInt32? {
    let digits = text.utf8.dropLast()
    guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text.dropLast())
    else { return nil }
    let seconds: Int
    switch text.utf8.last {
    case UInt8(ascii: "s"): seconds = count
    case UInt8(ascii: "m"): seconds = count * 60
    default: return nil
    }
    return (1...longest).contains(seconds) ? UInt32(seconds) : nil
  }
}
