internal import HTTP2Core
internal import RPCCore
internal import SystemCore

/// What the server keeps of one stream that is a call.
///
/// There is one for each place that streams take turns in, so a call costs none of its own, and
/// looking at one copies nothing.
final class ServerStream {
  /// The call of the stream, while there is one.
  private(set) var call: ServerCall?
  /// What runs its handler, once that was started.
  private var task: Task<Void, Never>?
  private(set) var id = StreamID(number: 0, slot: 0)
  var intake = MessageIntake(limit: 0, window: 0)
  /// Waits for the deadline of the call.
  var timer: TimerID?
  /// Waits for the client to end its request, once the answer is out.
  private(set) var endTimer: TimerID?
  private var bytesAfterAnswer = 0
  private(set) var isCompressed = false
  private(set) var namesEncodings = false
  /// Whether the call was broken off, so that a handler that has not begun need not begin.
  private(set) var isAborted = false
  var hasPeerEnded = false
  var hasSentHeaders = false
  var hasSentStatus = false

  /// Takes a call in.
  func begin(_ call: ServerCall, _ id: StreamID, _ head: RequestHead, _ limits: ServerLimits) {
    self.call = call
    self.id = id
    intake = MessageIntake(
      limit: limits.call.messageBytes, window: limits.session.streamWindow)
    isCompressed = head.encoding != .identity
    namesEncodings = head.namesEncodings
    isAborted = false
    hasPeerEnded = false
    hasSentHeaders = false
    hasSentStatus = false
  }

  /// Notes what runs the handler of a call, unless that has gone already.
  func note(_ task: Task<Void, Never>, for call: ServerCall) {
    if self.call === call { self.task = task }
  }

  /// The answer is out before the request was, if there was a call at all.
  func awaitEnd(of id: StreamID, until timer: TimerID) {
    self.id = id
    endTimer = timer
    bytesAfterAnswer = 0
  }

  /// More of the request came after the answer.
  ///
  /// - Returns: whether that is too much to wait for its end.
  func noteUseless(_ count: Int) -> Bool {
    bytesAfterAnswer += count
    return bytesAfterAnswer > 64 * 1024
  }

  /// Nobody waits for the end of the request any more.
  ///
  /// - Returns: the timer that did.
  func stopAwaitingEnd() -> TimerID? {
    defer { endTimer = nil }
    return endTimer
  }

  /// Breaks the call off; its handler is cancelled.
  func abort(_ error: RPCError) {
    isAborted = true
    call?.abort(error)
    task?.cancel()
  }

  /// The stream is over.
  func end() {
    call = nil
    task = nil
  }
}
