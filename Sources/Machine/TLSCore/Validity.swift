/// From when to when a certificate is valid, as the caller's clock says.
package struct Validity: Hashable, Sendable {
  /// From the start of 1970 to the start of 2001.
  private static let secondsTo2001: Int64 = 978_307_200
  /// The last second of the year 9999, which stands for "no end" (RFC 5280 §4.1.2.5).
  private static let end = 253_402_300_799.0

  /// The first second, counted from the start of 1970.
  let notBefore: Int64
  /// The last second, counted from the start of 1970.
  let notAfter: Int64

  /// States both ends in seconds since the start of 2001 in UTC.
  ///
  /// - Parameters:
  ///   - notBefore: The first second; `nil` unless it lies between 1970 and 9999.
  ///   - notAfter: The last second, not before the first; without one there is no end.
  package init?(notBefore: Double, notAfter: Double? = nil) {
    let offset = Double(Validity.secondsTo2001)
    let first = (notBefore + offset).rounded(.down)
    let last = notAfter.map { ($0 + offset).rounded(.down) } ?? Validity.end
    // False for everything that is no number, too.
    guard first >= 0, first <= last, last <= Validity.end else { return nil }
    self.notBefore = Int64(first)
    self.notAfter = Int64(last)
  }
}
