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
  /// How many bytes came.
  var received: UInt64 = 0
  /// How far the answer and the request were at the last look, if their client was waited for then.
  private var lastAnswer: (sent: UInt64, waiting: Int)?
  private var lastRequest: UInt64?
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
    (received, lastAnswer, lastRequest) = (0, nil, nil)
  }

  /// Whether the client has taken next to nothing of the answer since the last look.
  ///
  /// - Parameters:
  ///   - sent: how much of the answer is out.
  ///   - waiting: how much waits for the client.
  /// - Returns: whether it has stopped.
  func hasStopped(at sent: UInt64, waiting: Int) -> Bool {
    defer { lastAnswer = waiting > 0 ? (sent, waiting) : nil }
    guard waiting > 0, let last = lastAnswer else { return false }
    return sent - last.sent < min(Self.leastProgress, UInt64(last.waiting))
  }

  /// Whether next to nothing of a message came since the last look, though there was room for it.
  func isRequestStopped(while hasRoom: () -> Bool) -> Bool {
    guard !hasPeerEnded, !hasSentStatus, !intake.isAtBoundary, hasRoom() else {
      lastRequest = nil
      return false
    }
    defer { lastRequest = received }
    guard let last = lastRequest else { return false }
    return received - last < Self.leastProgress
  }

  /// Less than this between two looks is no progress: a byte now and then does not buy time.
  private static var leastProgress: UInt64 { 4_096 }

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
    call?.abort(error)
    cancelHandler()
  }

  /// Cancels the handler; one that has not begun will not.
  func cancelHandler() {
    isAborted = true
    task?.cancel()
  }

  /// The stream is over.
  func end() {
    call = nil
    task = nil
  }
}
