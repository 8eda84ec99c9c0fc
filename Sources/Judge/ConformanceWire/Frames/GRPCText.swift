/// The texts of gRPC's header fields (gRPC over HTTP/2, "Requests" and "Responses").
package enum GRPCText {
  /// grpc-timeout of at least so long: at most 8 digits and a unit.
  package static func timeout(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return "0n" }
    let milliseconds = attoseconds / 1_000_000_000_000_000
    if seconds < 10 {
      return "\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)u"
    }
    return seconds < 99_999 ? "\(seconds * 1_000 + milliseconds)m" : "\(min(seconds, 99_999_999))S"
  }

  /// Reads grpc-timeout; `nil` for everything else.
  package static func duration(_ text: String) -> Duration? {
    guard let unit = text.utf8.last else { return nil }
    let digits = text.utf8.dropLast()
    guard (1...8).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(digits) ?? "")
    else { return nil }
    switch unit {
    case UInt8(ascii: "H"): return .seconds(number * 3_600)
    case UInt8(ascii: "M"): return .seconds(number * 60)
    case UInt8(ascii: "S"): return .seconds(number)
    case UInt8(ascii: "m"): return .milliseconds(number)
    case UInt8(ascii: "u"): return .microseconds(number)
    case UInt8(ascii: "n"): return .nanoseconds(number)
    default: return nil
    }
  }

  /// grpc-status; `nil` unless it is a number of digits alone.
  package static func status(_ text: String) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// Reads grpc-message; what is no escape stays as it is.
  package static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Writes grpc-message.
  package static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      if (0x20...0x7e).contains(byte), byte != UInt8(ascii: "%") {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The status that stands for a status of HTTP, where a server says no other.
  package static func status(ofHTTP status: String) -> Int {
    switch status {
    case "400": 13
    case "401": 16
    case "403": 7
    case "404": 12
    case "429", "502", "503", "504": 14
    default: 2
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
