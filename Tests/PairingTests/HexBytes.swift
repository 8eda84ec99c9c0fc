internal import TestSupport

@testable internal import Pairing

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
