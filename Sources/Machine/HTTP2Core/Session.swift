private import CNGHTTP2

/// One side of an HTTP/2 connection: bytes of the peer go in, events and bytes for the peer come out.
///
/// It does no I/O and has no clock. One owner feeds what arrived to `receive`, reads `events`,
/// answers with the sending methods, and lets `drain` write what is due; it then reads `events`
/// again, because sending ends streams too. Not `Sendable`: nghttp2 is not thread-safe.
///
/// What a peer sends never traps. What would break the protocol ends the session: `receive` throws,
/// and `drain` still gives the GOAWAY that says why.
@safe package final class Session {
  /// Which side of the connection this is.
  package enum Role: Hashable, Sendable {
    /// It opens streams.
    case client
    /// It answers them.
    case server
  }

  // nghttp2's callbacks change the state while `receive` and `drain` run. So it has an address of
  // its own, and neither of them holds on to it during a call that may come back.
  let state: UnsafeMutablePointer<SessionState>
  let handle: OpaquePointer

  /// Starts a session, which has its settings to send at once.
  ///
  /// - Parameters:
  ///   - role: Which side of the connection it is.
  ///   - limits: What the connection may cost.
  /// - Throws: Where there is no memory, or a limit is none that HTTP/2 can state.
  package init(role: Role, limits: SessionLimits = SessionLimits()) throws(HTTP2Error) {
    let handle = unsafe try SessionState.makeHandle(role: role, limits: limits)
    unsafe self.handle = handle
    unsafe self.state = .allocate(capacity: 1)
    unsafe state.initialize(to: SessionState(handle: handle, role: role, limits: limits))
    // `deinit` deletes the C session before the state, so no callback can outlive it.
    unsafe nghttp2_session_set_user_data(handle, state)
    try unsafe state.pointee.submitSettings()
  }

  deinit {
    unsafe nghttp2_session_del(handle)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Which side of the connection this is.
  package var role: Role { unsafe state.pointee.role }

  /// What the connection may cost.
  package var limits: SessionLimits { unsafe state.pointee.limits }

  /// What the last `receive` or `drain` brought about.
  package var events: [Event] { unsafe state.pointee.events }

  /// Why the session ended, once it has.
  package var failure: HTTP2Error? { unsafe state.pointee.failure }

  /// What the peer said when it went away: printable, and short.
  package var peerGoAwayText: String { unsafe state.pointee.peerGoAwayText }

  /// Whether one side said that it takes no new streams.
  package var isGoingAway: Bool { unsafe state.pointee.isGoingAway }

  /// How many streams are alive, in both directions.
  package var activeStreams: Int { unsafe state.pointee.streams.count }

  /// Whether nothing is left to receive and nothing to send: the connection can be closed.
  package var isFinished: Bool {
    guard unsafe state.pointee.ready.isEmpty else { return false }
    if unsafe state.pointee.failure != nil { return unsafe state.pointee.hasSentLastGoAway }
    return unsafe nghttp2_session_want_read(handle) == 0
      && nghttp2_session_want_write(handle) == 0
  }

  /// Whether `drain` would give bytes now.
  package var hasOutput: Bool {
    if unsafe !state.pointee.ready.isEmpty { return true }
    return unsafe !state.pointee.hasSentLastGoAway && nghttp2_session_want_write(handle) != 0
  }

  /// How many streams the peer lets us have open at once; those above wait for their turn.
  ///
  /// 100 until it has said so.
  package var peerMaxConcurrentStreams: Int {
    unsafe Int(
      nghttp2_session_get_remote_settings(handle, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
  }

  /// The last stream of the peer's that was looked at.
  package var lastProcessedStream: Int32 {
    unsafe nghttp2_session_get_last_proc_stream_id(handle)
  }
}
