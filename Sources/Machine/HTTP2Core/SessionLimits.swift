/// What one connection may cost us.
///
/// The defaults are for one side of a pair on a machine with little memory; every number can be
/// set.
package struct SessionLimits: Hashable, Sendable {
  /// How many streams the peer may have open at once: enough that one connection keeps two cores
  /// busy with short calls, and a bound for the calls of one peer.
  package var maxConcurrentStreams = 128
  /// What the peer may send on a stream before we take it: a batch of 1 MiB fits without a pause.
  package var streamWindow = 1 << 20
  /// What the peer may send on the connection: a gigabit at 100 ms is 12 MiB.
  package var connectionWindow = 16 << 20
  /// What may lie unconsumed over all streams before the connection gives no more credit.
  ///
  /// With the window above it bounds what one peer can make the layers above hold.
  package var unconsumedLimit = 16 << 20
  /// The longest frame we take: the smallest that is allowed, because a bigger one only makes other
  /// streams wait longer, and cost is the same per byte (a frame of 16 KiB takes 0.1 us).
  package var maxFrameSize = 16_384
  /// The size of a header block, counted as RFC 9113 §6.5.2 does: name, value and 32 a field.
  package var maxHeaderListSize = 8_192
  /// How many fields a header block may have.
  package var maxHeaderCount = 128
  /// How many CONTINUATION frames may carry one header block.
  ///
  /// A block within the size above needs none. nghttp2 counts one more for each call in which only a
  /// part of such a frame's header arrives.
  package var maxContinuations = 8
  /// The bytes queued on a stream at which its writer should wait for ``Event/belowMark(_:)``.
  package var outboundMark = 64 << 10
  /// What a peer may send that costs more to handle than to send.
  package var abuse = AbuseBudget.Limits()

  /// The defaults.
  package init() {}
}
