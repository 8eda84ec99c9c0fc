/// Why there is no QR code of a text.
package struct QRCodeError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// There is nothing to draw.
    case empty
    /// No QR code holds as much.
    case tooLong
    /// The library said no: there is no memory.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// Why it could not be done; never the text itself, which may hold a secret.
  package var detail: String
}

extension QRCodeError: CustomStringConvertible {
  /// The message: "cannot VERB OBJECT: REASON".
  package var description: String { "cannot draw a QR code: \(detail)" }
}
