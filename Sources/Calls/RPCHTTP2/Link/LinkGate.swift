internal import RPCCore
private import Synchronization
internal import SystemCore

/// The way of a connection's bytes to its socket, which can be shut for a moment: what is sent meanwhile leaves
/// when it is opened.
///
/// Whoever sends does so behind the lock, so the bytes of both leave in the order in which they were framed.
final class LinkGate: SendingGate {
  private struct Guarded {
    var isShut = false
    /// Whether the link has more to send than is kept, and waits.
    var isAwaited = false
    /// Whether the link is closed, and nobody is left to hear of anything.
    var isClosed = false
    /// Why nothing is sent any more.
    var failure: (any Error)?
    /// What the peer did not take, or what waits for the gate.
    var bytes: [UInt8] = []
    /// How many bytes the peer's machine has taken.
    var sent: UInt64 = 0
  }

  private let socket: Socket
  /// Lets the link go on, from another thread.
  private let wake: @Sendable () -> Void
  private let guarded = Mutex(Guarded())

  init(of socket: Socket, waking wake: @escaping @Sendable () -> Void) {
    self.socket = socket
    self.wake = wake
  }

  func shut() {
    guarded.withLock { $0.isShut = true }
  }

  func open() {
    let mustWake = guarded.withLock { guarded in
      guard guarded.isShut else { return false }
      guarded.isShut = false
      guard !guarded.isClosed else { return false }
      do throws(SystemError) {
        try send(&guarded)
      } catch {
        guarded.failure = error
      }
      let mustWake = guarded.isAwaited || guarded.failure != nil || !guarded.bytes.isEmpty
      guarded.isAwaited = false
      return mustWake
    }
    if mustWake { wake() }
  }

  func breakOff() {
    guarded.withLock { guarded in
      (guarded.isShut, guarded.bytes) = (false, [])
      guarded.failure = guarded.failure ?? TransportError.brokenOff
    }
    wake()
  }

  private func send(_ guarded: inout Guarded) throws(SystemError) {
    let bytes = guarded.bytes
    guarded.bytes = []
    try send(bytes, &guarded)
  }

  /// Sends bytes behind those that wait; what the peer does not take waits.
  private func send(_ bytes: [UInt8], _ guarded: inout Guarded) throws(SystemError) {
    var sent = 0
    while sent < bytes.count {
      switch try socket.send(bytes, from: sent) {
      case .sent(let count):
        sent += count
        guarded.sent += UInt64(count)
      case .wouldBlock:
        guarded.bytes = Array(bytes[sent...])
        return
      }
    }
  }
}

// The link's side.
extension LinkGate {
  /// Whether bytes wait that the peer does not take.
  var isBlocked: Bool { guarded.withLock { !$0.isShut && !$0.bytes.isEmpty } }

  /// How many bytes the peer's machine has taken.
  var sentBytes: UInt64 { guarded.withLock { $0.sent } }

  /// Sends bytes, or keeps them.
  ///
  /// - Returns: Whether the peer takes more, as far as is known.
  /// - Throws: Why nothing is sent any more.
  func pass(_ bytes: [UInt8]) throws -> Bool {
    try guarded.withLock { guarded in
      if let failure = guarded.failure { throw failure }
      guard !guarded.isShut else {
        guarded.bytes += bytes
        return true
      }
      if !guarded.bytes.isEmpty { try send(&guarded) }
      if guarded.bytes.isEmpty {
        try send(bytes, &guarded)
      } else {
        guarded.bytes += bytes
      }
      return guarded.bytes.isEmpty
    }
  }

  /// Whether the link may say more; otherwise it is woken when it may.
  ///
  /// - Parameter most: So many bytes are kept, and a little more.
  /// - Returns: Whether there are fewer, or the gate is open.
  func takesMore(atMost most: Int) -> Bool {
    guarded.withLock { guarded in
      guarded.isAwaited = guarded.isShut && guarded.bytes.count >= most
      return !guarded.isAwaited
    }
  }

  /// Whether the gate is open; otherwise the link is woken when it is.
  func isOpen() -> Bool { takesMore(atMost: 0) }

  /// The link is closed: nothing is sent any more.
  func close() {
    guarded.withLock { ($0.isClosed, $0.bytes) = (true, []) }
  }
}
