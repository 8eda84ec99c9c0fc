internal import Pairing
package import RPCHTTP2

extension ChannelBindingLabel {
  /// What the proofs of an exchange are bound to their connection with.
  package static var pairing: ChannelBindingLabel {
    ChannelBindingLabel(stringLiteral: PairingExchange.exporterLabel)
  }
}
