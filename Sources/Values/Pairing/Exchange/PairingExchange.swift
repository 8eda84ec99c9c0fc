/// What both sides of the exchange go by.
package enum PairingExchange {
  /// The label of the secret that binds the exchange to its connection; it has no context.
  package static let exporterLabel = "EXPORTER-dyad-pairing-v1"
  /// How many bytes that secret has.
  package static let exporterByteCount = 32
  /// The longest message that is read; what is sent has a few hundred bytes.
  package static let mostMessageBytes = 16 * 1_024
  /// How far apart two clocks may be, in seconds.
  package static let largestClockDifference = 300.0
  /// The versions of the exchange that are spoken, ascending.
  package static let versions: [UInt32] = [1]

  /// The most versions that a peer may list.
  static let mostVersions = 16
  static let nonceByteCount = 32
  static let pairSecretByteCount = 32

  static let sessionDomain = Array("dyad-sid-v1".utf8)
  static let channelDomain = Array("dyad-pair-v1".utf8)
  static let pairSecretInfo = Array("dyad pair secret".utf8)
}
