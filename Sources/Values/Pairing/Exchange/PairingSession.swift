internal import HealthModel

/// What both hellos together fix.
struct PairingSession: Sendable {
  /// sid of the construction.
  let identifier: [UInt8]
  let roleOfA: NodeRole
  let roleOfB: NodeRole
  private let transcript: [UInt8]

  /// Takes M1 and M2, which were checked.
  init(joining: Greeting, showing: Greeting) {
    identifier = Digest.sha256(PairingExchange.sessionDomain + joining.nonce + showing.nonce)
    roleOfA = joining.device.role
    roleOfB = showing.device.role
    transcript = Digest.sha256(joining.bytes + showing.bytes)
  }

  /// ADa or ADb: who speaks, and what both hellos were to it.
  func associatedData(of side: PairingSide) -> [UInt8] {
    LengthPrefixed.join(side.letter, transcript)
  }

  /// The generator that a code gives over a channel.
  func generator(of code: PairingCode, over channel: PairingChannel) -> SecretBytes {
    CPace.generator(
      password: code.digits, channel: channel.identifier, session: identifier)
  }
}
