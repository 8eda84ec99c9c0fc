internal import RPCCore

extension RPCError {
  /// What a call hears of bytes that are no messages.
  init(_ flaw: MessageDeframer.Flaw) {
    switch flaw {
    case .tooLong(let announced, let limit):
      self.init(
        .resourceExhausted, "cannot read a message: it has \(announced) bytes, \(limit) are allowed"
      )
    case .unknownFlag(let flag):
      self.init(.internal, "cannot read a message: its flag is \(flag)")
    }
  }

  /// The bytes stopped in the middle of a message.
  static let incomplete = RPCError(.internal, "cannot read a message: it stops in the middle")

  /// A message is compressed in a call that named no encoding.
  static let unnamedEncoding = RPCError(
    .internal, "cannot read a message: it is compressed, but no grpc-encoding was named")
}
