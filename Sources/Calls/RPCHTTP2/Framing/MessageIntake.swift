internal import HTTP2Core
internal import RPCCore

/// The messages that come on one stream, and the account of the room the peer gets back for them.
///
/// Room for a whole message comes back when the reader took it. Room for part of one comes back at once
/// if it is the next to be read, or a message longer than the window would never arrive, and not
/// before otherwise, or a reader that takes nothing would hold more than the window.
struct MessageIntake {
  private var deframer: MessageDeframer
  // Given back for the part at hand, and for messages that the reader has yet to take.
  private var partCredit = 0
  private var advance = 0

  init(limit: Int, window: Int) {
    deframer = MessageDeframer(limit: limit, reserve: window)
  }

  /// Whether the bytes so far end where a message ends.
  var isAtBoundary: Bool { deframer.isAtBoundary }

  /// The next message in some bytes; see `MessageDeframer.next(in:from:)`.
  mutating func next(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws(MessageDeframer.Flaw) -> CallMessage? {
    guard let message = try deframer.next(in: bytes, from: &position) else { return nil }
    advance += partCredit
    partCredit = 0
    return message
  }

  /// How much room to give back after the reader took `taken` bytes.
  ///
  /// - Parameters:
  ///   - taken: what was taken since the last time.
  ///   - isNext: whether the part at hand, if there is any, is what the reader reads next.
  /// - Returns: the room.
  mutating func credit(taken: Int, isNext: @autoclosure () -> Bool) -> Int {
    let used = min(advance, taken)
    advance -= used
    let room = taken - used
    let held = deframer.arrivedBytes - partCredit
    guard held > 0, isNext() else { return room }
    partCredit += held
    return room + held
  }
}
