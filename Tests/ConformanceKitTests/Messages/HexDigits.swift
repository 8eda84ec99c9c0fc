/// Bytes, told as pairs of hexadecimal digits with any white space between them.
struct HexDigits: ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(stringLiteral literal: String) {
    let digits = literal.compactMap(\.hexDigitValue)
    bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(digits[index] << 4 | digits[index + 1])
    }
  }
}
