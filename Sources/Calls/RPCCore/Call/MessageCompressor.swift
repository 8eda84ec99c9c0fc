/// Compresses and expands messages in one encoding; a transport that has one gives it to its calls.
package protocol MessageCompressor: Sendable {
  /// The encoding, as headers name it.
  var encoding: MessageEncoding { get }

  /// The compressed form of a message.
  func compress(_ message: [UInt8]) throws(RPCError) -> [UInt8]

  /// The message behind a compressed form.
  ///
  /// - Throws: `resourceExhausted` where it would be longer than `limit`, `internal` where it is
  ///   nothing of this encoding.
  func expand(_ message: [UInt8], limit: Int) throws(RPCError) -> [UInt8]
}
