package import HealthModel
package import TLSCore

/// "My next key is this one", signed by the old key and by the new one.
package struct KeyStatement: Hashable, Sendable {
  private static let label = "dyad-rotate-v1"

  /// The key that peers pin, as certificates carry it.
  package var oldKey: [UInt8]
  /// The one that takes its place.
  package var newKey: [UInt8]
  /// The statement, signed by the old key.
  package var signatureByOld: [UInt8]
  /// The statement, signed by the new key.
  package var signatureByNew: [UInt8]

  /// Takes what a peer sent.
  ///
  /// - Parameters:
  ///   - oldKey: The key that peers pin.
  ///   - newKey: The one that takes its place.
  ///   - signatureByOld: The statement, signed by the old key.
  ///   - signatureByNew: The statement, signed by the new key.
  package init(
    oldKey: [UInt8], newKey: [UInt8], signatureByOld: [UInt8], signatureByNew: [UInt8]
  ) {
    self.oldKey = oldKey
    self.newKey = newKey
    self.signatureByOld = signatureByOld
    self.signatureByNew = signatureByNew
  }

  /// Makes the statement of a device about itself.
  ///
  /// - Parameters:
  ///   - old: The identity that peers pin.
  ///   - new: The one that takes its place.
  ///   - device: Whose they are.
  /// - Throws: `TLSError` where a key cannot sign.
  package init(from old: Identity, to new: Identity, of device: DeviceID) throws(TLSError) {
    let (oldKey, newKey) = (try old.publicKey, try new.publicKey)
    let text = Self.text(device, oldKey, newKey)
    self.init(
      oldKey: oldKey.encoded, newKey: newKey.encoded, signatureByOld: try old.sign(text),
      signatureByNew: try new.sign(text))
  }

  /// The new key, if all of it holds.
  ///
  /// - Parameters:
  ///   - device: Whose statement it is.
  ///   - pinned: The key that the device is known by.
  /// - Returns: The fingerprint of the new key.
  /// - Throws: `malformed` for what is no key, or is signed by another.
  package func verified(
    of device: DeviceID, pinned: PublicKeyFingerprint
  ) throws(PairingError) -> PublicKeyFingerprint {
    let old: PublicKey
    let new: PublicKey
    do throws(TLSError) {
      old = try PublicKey(encoded: oldKey)
      new = try PublicKey(encoded: newKey)
    } catch {
      throw PairingError(.malformed, "cannot change the key: \(error.detail)")
    }
    let text = Self.text(device, old, new)
    guard old.fingerprint == pinned, new.fingerprint != pinned,
      old.isSignature(signatureByOld, of: text), new.isSignature(signatureByNew, of: text)
    else {
      throw PairingError(.malformed, "cannot change the key: it is not signed as it has to be")
    }
    return new.fingerprint
  }

  private static func text(_ device: DeviceID, _ old: PublicKey, _ new: PublicKey) -> [UInt8] {
    LengthPrefixed.join(
      Array(label.utf8), Array("\(device)".utf8), old.fingerprint.bytes, new.fingerprint.bytes)
  }
}
