internal import CNGHTTP2

/// What a session knows beside nghttp2, which calls its methods back.
///
/// None of them calls a function of nghttp2's that could call back in turn.
@safe struct SessionState: ~Copyable {
  let handle: OpaquePointer
  let role: Session.Role
  let limits: SessionLimits

  var events: [Event] = []
  var failure: HTTP2Error?
  var peerGoAwayText = ""
  var isGoingAway = false

  var streams = StreamTable()
  // The stream that was looked up last: frames of one stream come together.
  var cachedNumber: Int32 = 0
  var cachedSlot: Int32 = 0

  var budget: AbuseBudget
  var now = Duration.zero

  // Header blocks of the last `receive`, packed, and the one that is not complete.
  var fields: [UInt8] = []
  var openBlock = OpenBlock()

  // Where the bytes being received start, to turn nghttp2's pointers into places.
  var inputStart: UnsafePointer<UInt8>?
  var frameType = FrameType.settings
  // Payload handed out and not consumed, and credit for the connection not given.
  var unconsumed = 0
  var withheldCredit = 0

  // The frames being written. Control frames that `receive` caused wait in `ready`.
  var output: [UInt8] = []
  var outputLimit = 0
  var holdsData = false
  var ready: [UInt8] = []
  var hasSentLastGoAway = false
  // nghttp2 sends a PING before anything else, but one must not overtake the notice it follows.
  var isNoticeQueued = false
  var heldPings: [UInt64] = []

  init(handle: OpaquePointer, role: Session.Role, limits: SessionLimits) {
    unsafe self.handle = handle
    self.role = role
    self.limits = limits
    self.budget = AbuseBudget(limits.abuse)
    unsafe self.inputStart = nil
  }

  /// Where the stream is kept, if it is alive.
  mutating func slot(of number: Int32) -> Int32? {
    if number == cachedNumber, number != 0 { return cachedSlot }
    let user = unsafe nghttp2_session_get_stream_user_data(handle, number)
    guard let user = unsafe user else { return nil }
    cachedNumber = number
    cachedSlot = Int32(Int(bitPattern: user) - 1)
    return cachedSlot
  }

  /// What nghttp2 keeps with a stream, to find its slot.
  static func userData(_ slot: Int32) -> UnsafeMutableRawPointer? {
    // One more, because zero means that there is none.
    unsafe UnsafeMutableRawPointer(bitPattern: Int(slot) + 1)
  }

  /// Counts a frame; the session ends when there are too many.
  mutating func isWithinBudget(_ kind: AbuseBudget.Kind) -> Bool {
    if budget.charge(kind, now: now) { return true }
    failure = HTTP2Error(
      .peer(.enhanceYourCalm), cannot: "receive a \(frameType) frame", "too many \(kind)")
    return false
  }

  /// Ends the session after a call that failed; a callback of ours may have said why.
  mutating func end(_ status: Int32) {
    if failure == nil { failure = reasonForEnd(status) }
    guard case .peer(let code) = failure?.code else {
      hasSentLastGoAway = true
      return
    }
    submitGoAway(code, failure?.detail ?? "")
  }

  private func reasonForEnd(_ status: Int32) -> HTTP2Error {
    let operation = "receive a \(frameType) frame"
    let reason = Self.reason(status)
    return switch nghttp2_error(rawValue: status) {
    case NGHTTP2_ERR_NOMEM: .outOfMemory
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC:
      HTTP2Error(.notHTTP2, cannot: "receive a connection preface", reason)
    case NGHTTP2_ERR_FLOODED, NGHTTP2_ERR_TOO_MANY_CONTINUATIONS:
      HTTP2Error(.peer(.enhanceYourCalm), cannot: operation, reason)
    default: HTTP2Error(.peer(.internalError), cannot: operation, reason)
    }
  }

  static func reason(_ status: Int32) -> String {
    unsafe nghttp2_strerror(status).map { unsafe String(cString: $0) } ?? "status \(status)"
  }

  /// What a GOAWAY says, as far as it can be printed.
  static func text(_ frame: nghttp2_goaway) -> String {
    // Long enough for a sentence; a peer decides what stands here.
    let limit = 256
    let bytes = unsafe UnsafeBufferPointer(
      start: frame.opaque_data, count: unsafe min(frame.opaque_data_len, limit))
    return unsafe String(
      decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}

/// A header block whose end has not arrived.
struct OpenBlock {
  var slot: Int32 = -1
  var start = 0
  var count = 0
  var listSize = 0
  var kind = HeaderKind.request
  var isTooLarge = false

  var isOpen: Bool { slot >= 0 }
}

extension HTTP2Error {
  /// An allocation of nghttp2's failed.
  static var outOfMemory: Self { Self(.outOfMemory, cannot: "use a session", "out of memory") }
}
