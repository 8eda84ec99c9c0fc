internal import CUV

/// The loop's side of a registered socket; touched on the loop only.
///
/// `@unchecked`: it passes through the inbox of the loop on its way to being ended.
@safe final class SocketWatch: @unchecked Sendable {
  private(set) var socket: Socket?
  let id: SocketID
  private weak var resident: (any LoopResident)?
  /// `nil` once it has ended.
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private(set) var interest: SocketInterest = []

  init(
    _ socket: Socket, for resident: any LoopResident, on handles: LoopHandles
  ) throws(SystemError) {
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let status = unsafe uv_poll_init(handles.loop, handle, socket.descriptor)
    guard status == 0 else {
      unsafe handle.deallocate()
      throw SystemError(cannot: "watch", socket.name, number: -status)
    }
    self.socket = socket
    self.id = socket.id
    self.resident = resident
    unsafe self.handle = handle
    // Released when the handle is closed.
    unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  /// Asks libuv for the events, if they differ from those it was asked for.
  func setInterest(_ interest: SocketInterest) {
    guard interest != self.interest, let handle = unsafe handle else { return }
    self.interest = interest
    var events: UInt32 = 0
    if interest.contains(.read) { events |= UV_READABLE.rawValue }
    if interest.contains(.write) { events |= UV_WRITABLE.rawValue }
    // Both fail for handles that are being closed only; no events is the same as to stop.
    _ = unsafe uv_poll_start(
      handle, Int32(events), { unsafe SocketWatch.report($0, status: $1, events: $2) })
  }

  /// Stops at once, so that the socket may be closed, and gives the memory back later.
  func end() {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    interest = []
    // Every handle begins with the members of `uv_handle_t`.
    let start = unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
    unsafe uv_close(start) { unsafe SocketWatch.release($0) }
    socket = nil
  }
}

extension SocketWatch {
  private static func report(
    _ handle: UnsafeMutablePointer<uv_poll_t>?, status: Int32, events: Int32
  ) {
    guard let user = unsafe handle?.pointee.data else { return }
    // The handle holds the watch until it is closed.
    let watch = unsafe Unmanaged<SocketWatch>.fromOpaque(user).takeUnretainedValue()
    watch.report(status: status, events: UInt32(bitPattern: events))
  }

  private func report(status: Int32, events: UInt32) {
    // A resident that is gone left its registration to somebody who will end it.
    guard let resident else { return setInterest([]) }
    var readiness: Readiness = []
    if status < 0 {
      // libuv has stopped; whoever uses the socket gets the reason from it.
      interest = []
      readiness = [.readable, .writable, .hungUp]
    }
    if events & UV_READABLE.rawValue != 0 { readiness.insert(.readable) }
    if events & UV_WRITABLE.rawValue != 0 { readiness.insert(.writable) }
    resident.ready(id, readiness)
  }

  private static func release(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle = unsafe handle, let user = unsafe handle.pointee.data else { return }
    unsafe Unmanaged<SocketWatch>.fromOpaque(user).release()
    unsafe handle.deallocate()
  }
}
