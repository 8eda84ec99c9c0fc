/// What one that wants to read a message of a call gets.
package enum CallReading: Sendable {
  /// A message, and whether the transport should hear of the room it leaves.
  case message(CallMessage, wakesTransport: Bool)
  /// The peer has sent all.
  case ended
  /// The call did not end well.
  case failed(RPCError)
  /// Nothing is there yet.
  case mustWait
}
