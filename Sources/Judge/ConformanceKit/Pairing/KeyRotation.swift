/// "My next key is this one", as it is signed by the old key and by the new one.
package enum KeyRotation {
  private static let domain = Array("dyad-rotate-v1".utf8)

  /// What both keys sign.
  ///
  /// - Parameters:
  ///   - device: The id of the device as it is printed.
  ///   - oldKey: The pinned key, as certificates carry it.
  ///   - newKey: The one that takes its place.
  /// - Returns: The text.
  package static func text(device: String, oldKey: [UInt8], newKey: [UInt8]) -> [UInt8] {
    LengthPrefixed.join(
      domain, Array(device.utf8), Sodium.sha256(oldKey), Sodium.sha256(newKey))
  }
}
