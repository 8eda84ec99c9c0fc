package import ProtobufWire
package import RPCCore

extension MessageCoding {
  /// How messages of `ProtobufWire` become bytes and back.
  package static func wire() -> MessageCoding where Message: WireMessage {
    MessageCoding(encode: { $0.encoded() }, decode: { try Message(decoding: $0) })
  }
}

extension Method {
  /// A method whose messages are those of `ProtobufWire`.
  package init(_ service: String, _ method: String, _ kind: CallKind)
  where Request: WireMessage, Response: WireMessage {
    self.init(
      MethodPath(service: service, method: method), kind, request: .wire(), response: .wire())
  }
}
