private import HealthCodec
package import HealthModel
package import RPCCore

extension MessageCoding<SyncMessage> {
  /// Messages of a session as nodes send them: checked as what a peer sent.
  package static var sync: MessageCoding<SyncMessage> {
    MessageCoding(
      encode: { try $0.encoded() }, decode: { try SyncMessage(decoding: $0, limits: .wire) })
  }
}
