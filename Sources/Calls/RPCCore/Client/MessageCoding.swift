/// How messages of one type become bytes and back.
package struct MessageCoding<Message: Sendable>: Sendable {
  package var encode: @Sendable (Message) throws -> [UInt8]
  package var decode: @Sendable ([UInt8]) throws -> Message

  package init(
    encode: @escaping @Sendable (Message) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Message
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension MessageCoding<[UInt8]> {
  /// Bytes as they are, for messages of which only another knows the type.
  package static var bytes: MessageCoding {
    MessageCoding(encode: { $0 }, decode: { $0 })
  }
}
