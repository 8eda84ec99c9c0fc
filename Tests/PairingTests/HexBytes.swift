@testable internal import Pairing

extension [UInt8] {
  /// The bytes that `text` writes as pairs of hexadecimal digits.
  init(hex text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

extension SecretBytes {
  /// The bytes that `text` writes as pairs of hexadecimal digits.
  convenience init(hex text: String) {
    self.init(copying: [UInt8](hex: text))
  }

  /// The bytes, which tests may know.
  var known: [UInt8] {
    withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
