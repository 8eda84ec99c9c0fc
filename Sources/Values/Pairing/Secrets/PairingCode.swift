/// The digits that one device shows and somebody types into the other.
package struct PairingCode: Sendable {
  /// How many digits a code has.
  package enum Length: Int, Hashable, Sendable, CaseIterable {
    /// What is usual: one guess in a million is right.
    case six = 6
    /// One in a hundred million.
    case eight = 8
  }

  /// The digits in ASCII.
  let digits: SecretBytes

  /// Draws a code, each as likely as the others.
  ///
  /// - Parameter length: How many digits.
  /// - Returns: The code.
  package static func random(_ length: Length) -> PairingCode {
    let count = length.rawValue
    return PairingCode(
      digits: unsafe SecretBytes(count: count) { start in
        for index in 0..<count {
          unsafe start[index] = UInt8(ascii: "0") + UInt8(Sodium.random(below: 10))
        }
      })
  }

  /// Reads what somebody typed: six or eight digits, with spaces and hyphens between them or without;
  /// `nil` for everything else.
  ///
  /// - Parameter text: What was typed.
  package init?(typed text: String) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let typed = text.utf8
    guard let first = typed.first, let last = typed.last, isDigit(first), isDigit(last),
      typed.allSatisfy({ isDigit($0) || $0 == 0x20 || $0 == 0x2d }),
      let length = Length(rawValue: typed.count(where: isDigit))
    else { return nil }
    digits = unsafe SecretBytes(count: length.rawValue) { start in
      for (index, digit) in typed.lazy.filter(isDigit).enumerated() {
        unsafe start[index] = digit
      }
    }
  }

  private init(digits: SecretBytes) {
    self.digits = digits
  }

  /// The digits, for showing them and nothing else.
  package var text: String {
    digits.withBytes { bytes in
      var text = ""
      for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
      return text
    }
  }
}

extension PairingCode: ContentHiding {
  /// "a code of 6 digits".
  package var description: String { "a code of \(digits.count) digits" }
}
