/// How a phone seals the settings that it tells, so that it knows them again when it has forgotten them (R20).
package struct SettingsSealing: Sendable {
  /// Makes a seal of bytes.
  package let seal: @Sendable ([UInt8]) -> [UInt8]
  /// Whether a seal was made here, of these bytes.
  let isOwn: @Sendable (_ seal: [UInt8], _ bytes: [UInt8]) -> Bool

  package init(
    seal: @escaping @Sendable ([UInt8]) -> [UInt8],
    isOwn: @escaping @Sendable (_ seal: [UInt8], _ bytes: [UInt8]) -> Bool
  ) {
    self.seal = seal
    self.isOwn = isOwn
  }

  /// Seals nothing, and knows nothing again.
  package static var none: Self { Self(seal: { _ in [] }, isOwn: { _, _ in false }) }
}
