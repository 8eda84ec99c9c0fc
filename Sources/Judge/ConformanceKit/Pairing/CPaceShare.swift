/// What one side of CPace sends.
package struct CPaceShare: Hashable, Sendable {
  /// Ya or Yb: where it is in order, 32 bytes.
  package var element: [UInt8]
  /// ADa or ADb.
  package var associatedData: [UInt8]

  /// States a share.
  package init(element: [UInt8], associatedData: [UInt8]) {
    self.element = element
    self.associatedData = associatedData
  }

  /// Both, told apart: what ISK and the proofs are made of.
  package var bytes: [UInt8] { LengthPrefixed.join(element, associatedData) }
}
