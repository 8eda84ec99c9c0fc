/// One stream of one session.
///
/// It says where the session keeps what it knows of the stream, so that finding it is one indexed
/// load; a session refuses one that is over by comparing its number. Live streams have different
/// slots, all below the number of streams that were ever open at once: an owner may keep its own
/// side of a stream in an array of them.
package struct StreamID: Hashable, Sendable {
  /// The number on the wire: odd for what the client opened.
  package let number: Int32
  /// The place in the session's table, free for another stream once this one is closed.
  package let slot: Int32

  /// Names a stream; only what came from a session is of use to it.
  package init(number: Int32, slot: Int32) {
    self.number = number
    self.slot = slot
  }
}

extension StreamID: CustomStringConvertible {
  /// "stream N".
  package var description: String { "stream \(number)" }
}
