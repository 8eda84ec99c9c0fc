/// How a transport knows a call: a number for the connection, one for the stream within.
package struct CallToken: Hashable, Sendable {
  package var connection: UInt64
  package var stream: Int32
  /// Where the transport keeps the stream.
  package var slot: Int32

  package init(connection: UInt64, stream: Int32, slot: Int32 = 0) {
    self.connection = connection
    self.stream = stream
    self.slot = slot
  }
}
