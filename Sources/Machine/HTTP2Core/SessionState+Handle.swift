private import CNGHTTP2

extension SessionState {
  /// Makes nghttp2's session, with our callbacks and without our address.
  static func makeHandle(
    role: Session.Role, limits: SessionLimits
  ) throws(HTTP2Error) -> OpaquePointer {
    var callbacks: OpaquePointer?
    var options: OpaquePointer?
    defer {
      // The session copies both.
      unsafe nghttp2_session_callbacks_del(callbacks)
      unsafe nghttp2_option_del(options)
    }
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&options) == 0
    else { throw .outOfMemory }
    unsafe install(on: callbacks)
    unsafe set(limits, on: options)
    var handle: OpaquePointer?
    let status =
      switch role {
      case .client: unsafe nghttp2_session_client_new2(&handle, callbacks, nil, options)
      case .server: unsafe nghttp2_session_server_new2(&handle, callbacks, nil, options)
      }
    guard status == 0, let handle = unsafe handle else { throw .outOfMemory }
    return unsafe handle
  }

  private static func set(_ limits: SessionLimits, on options: OpaquePointer?) {
    // Credit is given as bytes are consumed, not as they arrive.
    unsafe nghttp2_option_set_no_auto_window_update(options, 1)
    unsafe nghttp2_option_set_max_reserved_remote_streams(options, 0)
    // Answers to PING and SETTINGS that a peer makes us queue without reading them.
    unsafe nghttp2_option_set_max_outbound_ack(options, 100)
    unsafe nghttp2_option_set_max_settings(options, 32)
    unsafe nghttp2_option_set_max_continuations(options, limits.maxContinuations)
    // Our own budget knows which resets are fair and speaks first; this is the second line.
    unsafe nghttp2_option_set_stream_reset_rate_limit(options, 100_000, 10_000)
    // Frames of other types would be passed over without a word, and so without being counted.
    for type in UInt8(10)...UInt8.max {
      unsafe nghttp2_option_set_user_recv_extension_type(options, type)
    }
  }

  /// Queues our settings and the connection's window.
  mutating func submitSettings() throws(HTTP2Error) {
    var settings: [(nghttp2_settings_id, Int)] = [
      (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindow),
      (NGHTTP2_SETTINGS_MAX_FRAME_SIZE, limits.maxFrameSize),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.maxHeaderListSize),
    ]
    switch role {
    case .client: settings.append((NGHTTP2_SETTINGS_ENABLE_PUSH, 0))
    case .server:
      // Also how many streams nghttp2 remembers that are over, to tell frames that come too late from
      // those that cross a reset. It does so only where it goes by the priorities of RFC 7540, whose
      // tree has so many streams at most, and 100 that nobody opened.
      settings.append((NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.maxConcurrentStreams))
    }
    let entries = settings.map { id, value in
      nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
    }
    let none = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    let window = Int32(clamping: limits.connectionWindow)
    guard unsafe nghttp2_submit_settings(handle, none, entries, entries.count) == 0,
      unsafe nghttp2_session_set_local_window_size(handle, none, 0, window) == 0
    else {
      throw HTTP2Error(.misuse, cannot: "start a session", "a limit that HTTP/2 cannot state")
    }
  }

  /// Tells nghttp2 whom to call; each callback finds its session and calls one method.
  private static func install(on callbacks: OpaquePointer?) {
    unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, user in
      unsafe SessionState.at(user).pointee.beginFrame(header)
    }
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, user in
      unsafe SessionState.at(user).pointee.beginHeaders(frame)
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, _, name, nameLength, value, valueLength, _, user in
      unsafe SessionState.at(user).pointee.addField(
        UnsafeBufferPointer(start: name, count: nameLength),
        UnsafeBufferPointer(start: value, count: valueLength))
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, number, bytes, count, user in
      unsafe SessionState.at(user).pointee.receivedData(number, bytes, count)
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
      unsafe SessionState.at(user).pointee.receivedFrame(frame)
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
      _, number, code, user in
      unsafe SessionState.at(user).pointee.closedStream(number, code)
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
      unsafe SessionState.at(user).pointee.sentFrame(frame)
    }
    unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
      _, frame, _, user in
      unsafe SessionState.at(user).pointee.droppedFrame(frame)
    }
    unsafe nghttp2_session_callbacks_set_unpack_extension_callback(callbacks) { _, _, _, _ in
      NGHTTP2_ERR_CANCEL.rawValue
    }
    unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks) {
      _, _, header, length, source, user in
      unsafe SessionState.at(user).pointee.writeData(header, length, source)
    }
  }

  /// The state whose address nghttp2 was given.
  static func at(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SessionState> {
    guard let user = unsafe user else { preconditionFailure("a session without its state") }
    return unsafe user.assumingMemoryBound(to: SessionState.self)
  }
}
