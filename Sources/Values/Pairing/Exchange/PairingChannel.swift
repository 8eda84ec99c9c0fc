package import TLSCore

/// The connection that an exchange runs over: the keys at its ends, and a secret that only they have.
///
/// Somebody in between has another key and another secret on each side, so that no exchange over two
/// connections comes to an end.
package struct PairingChannel: Sendable {
  /// CI of the construction.
  let identifier: SecretBytes

  /// Names a connection.
  ///
  /// - Parameters:
  ///   - keyOfA: The key of the side where the code is typed.
  ///   - keyOfB: The key of the side that shows it.
  ///   - binding: What the connection exports for ``PairingExchange/exporterLabel``,
  ///     ``PairingExchange/exporterByteCount`` bytes.
  package init(keyOfA: PublicKeyFingerprint, keyOfB: PublicKeyFingerprint, binding: [UInt8]) {
    precondition(
      binding.count == PairingExchange.exporterByteCount, "that is not what a connection exports")
    identifier = SecretBytes(
      joining: LengthPrefixed.join([
        .open(PairingExchange.channelDomain), .open(PairingSide.joining.letter),
        .open(keyOfA.bytes), .open(PairingSide.showing.letter), .open(keyOfB.bytes),
        .secret(SecretBytes(copying: binding)),
      ]))
  }
}

extension PairingChannel: ContentHiding {
  /// "a channel".
  package var description: String { "a channel" }
}
