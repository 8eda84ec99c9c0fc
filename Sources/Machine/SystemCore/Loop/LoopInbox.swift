/// What other threads leave for a loop, and what they must know of it; lives in a lock.
struct LoopInbox {
  var jobs: [UnownedJob] = []
  var turnEnds: [any LoopResident] = []
  var endings: [SocketWatch] = []
  var whenEnded: [CheckedContinuation<Void, Never>] = []
  var mustEnd = false
  /// Whether the loop takes nothing any more.
  var hasEnded = false
  /// Whether somebody waits, or has waited, for the end of the thread.
  var isJoined = false
  /// Whether the loop waits, or is about to, and so has to be woken.
  var isAsleep = false

  var isEmpty: Bool { jobs.isEmpty && turnEnds.isEmpty && endings.isEmpty }
}
