/// The way out of a connection, which may be shut for a while: what is sent meanwhile is made ready to go.
///
/// For who knows what to say before it may be said, and wants it to leave at once then. All calls of the
/// connection wait with it, so it is shut for moments, and who has shut it does not wait for the peer meanwhile.
/// Any thread may call; what comes of it is on the wire in the order in which it was said.
package protocol SendingGate: AnyObject, Sendable {
  /// Keeps what is sent from now on.
  func shut()

  /// Sends what was kept on this thread, as far as the peer takes it, and lets the rest follow.
  func open()

  /// Ends the connection: what was kept never leaves.
  func breakOff()
}
