/// The coding of `grpc-message`: UTF-8 in which everything but printable ASCII is percent-encoded.
package enum PercentText {
  /// The bytes that carry a message.
  ///
  /// Spaces at either end are encoded too: RFC 9113 §8.2.1 forbids them there.
  package static func encode(_ message: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = message.utf8
    let last = bytes.count - 1
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEdge = index == 0 || index == last
      if (isEdge ? 0x21...0x7E : 0x20...0x7E).contains(byte), byte != 0x25 {
        text.append(byte)
      } else {
        text.append(0x25)
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
    return text
  }

  /// The message some bytes carry; what is not well formed stands for itself, as gRPC asks.
  package static func decode(_ text: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index != text.endIndex {
      if text[index] == 0x25,
        let first = text.index(index, offsetBy: 1, limitedBy: text.endIndex),
        let last = text.index(index, offsetBy: 3, limitedBy: text.endIndex),
        let byte = hexadecimal(text[first..<last])
      {
        bytes.append(byte)
        index = last
      } else {
        bytes.append(text[index])
        index = text.index(after: index)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | (digit - 0x30)
      case 0x41...0x46: value = value << 4 | (digit - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | (digit - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
