/// What one call may hold.
package struct CallLimits: Hashable, Sendable {
  /// The longest message that is received; more is answered with `resourceExhausted`.
  ///
  /// Four mebibytes are what other implementations take unless told otherwise.
  package var messageBytes = 4 * 1024 * 1024
  /// How many bytes may wait for the transport before a sender has to wait.
  package var outboundMark = 64 * 1024
  /// How many bytes a reader takes before the peer is told to send more.
  package var creditStep = 64 * 1024

  package init() {}
}
