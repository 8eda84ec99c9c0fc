/// The connection that an exchange runs over, by what only its two ends have.
package struct PairingChannel: Sendable {
  /// The label of what TLS exports for an exchange; it has no context.
  package static let exporterLabel = "EXPORTER-dyad-pairing-v1"
  /// How many bytes of it.
  package static let exporterCount = 32

  private static let domain = Array("dyad-pair-v1".utf8)

  /// CI of the text.
  package let identifier: [UInt8]

  /// Names a connection.
  ///
  /// - Parameters:
  ///   - keyOfA: The fingerprint of the key that A showed, 32 bytes.
  ///   - keyOfB: The fingerprint of the key that B showed.
  ///   - exported: What the connection exports for ``exporterLabel``.
  package init(keyOfA: [UInt8], keyOfB: [UInt8], exported: [UInt8]) {
    identifier = LengthPrefixed.join(
      Self.domain, PairingSide.guest.letter, keyOfA, PairingSide.host.letter, keyOfB, exported)
  }
}

extension PairingChannel: ContentHiding {
  package var description: String { "a channel" }
}
