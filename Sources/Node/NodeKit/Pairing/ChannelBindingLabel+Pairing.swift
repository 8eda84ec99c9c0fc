internal import Pairing
internal import RPCHTTP2

extension ChannelBindingLabel {
  /// What the proofs of an exchange are bound to their connection with.
  static var pairing: ChannelBindingLabel {
    ChannelBindingLabel(stringLiteral: PairingExchange.exporterLabel)
  }
}
