extension [UInt8] {
  /// The bytes that `text` writes as pairs of hexadecimal digits; blanks and ends of lines mean nothing.
  package init(hex text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
