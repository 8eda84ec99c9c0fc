/// How long a connection may take for what.
package struct ConnectionTimeouts: Hashable, Sendable {
  /// From the first byte to the peer's settings, TLS included.
  package var handshake = Duration.seconds(10)
  /// Without a call, while the peer has not shown who it is; the connection is then ended in order.
  package var introduction = Duration.seconds(10)
  /// Without a call; the connection is then ended in order.
  package var idle = Duration.seconds(30 * 60)
  /// Without a byte from the peer; it is then asked whether it is there.
  package var keepalive = Duration.seconds(2 * 60 * 60)
  /// For the peer to say that it is there.
  package var keepaliveAnswer = Duration.seconds(20)
  /// While the peer takes none of the bytes that wait for it.
  package var stall = Duration.seconds(60)
  /// For the peer's machine to say that it has what was sent; the connection is lost then.
  package var delivery = Duration.seconds(25)
  /// From the announcement that the connection ends to the last word on new calls.
  package var announcement = Duration.seconds(1)
  /// For the peer to say anything after the announcement, and to close its side after the last word; it is
  /// gone then, or does not listen, and nobody waits for it.
  package var farewell = Duration.seconds(5)
  /// For the calls in progress when the connection ends; they are broken off then.
  package var drain = Duration.seconds(30)

  package init() {}
}
