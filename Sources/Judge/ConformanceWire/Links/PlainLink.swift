private import Glibc

/// A TCP or Unix connection.
package final class PlainLink: ByteLink {
  package private(set) var descriptor: Int32
  /// What came while something was sent.
  private var ahead: [UInt8] = []
  private var hasEnded = false

  /// While so much waits to be received, sending does not receive more.
  private static let mostAhead = 8 << 20
  private static let pieceSize = 65_536
  // POLLRDHUP, which Glibc hides from Swift.
  private static let rdhup = 0x2000

  /// Takes over the descriptor of a connection; it does not block from now on.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    let flags = fcntl(descriptor, F_GETFL)
    // A descriptor without flags is none, which the first use finds out.
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    // Programs that are started meanwhile must not hold it open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close() }

  /// Whether the other side has ended it, whatever it said before.
  package var hasGone: Bool {
    guard descriptor >= 0 else { return true }
    var entry = pollfd(fd: descriptor, events: Int16(Self.rdhup), revents: 0)
    return unsafe Glibc.poll(&entry, 1, 0) > 0
  }

  package func send(_ bytes: [UInt8], by deadline: Deadline) throws(WireError) {
    var start = 0
    while start < bytes.count {
      guard descriptor >= 0 else { throw .closed("this side has closed it") }
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          descriptor, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start,
          Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        start += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try waitForRoom(by: deadline)
      case ECONNRESET: throw .closed("it was reset")
      case EPIPE: throw .closed("the other side has ended it")
      default: throw .closed("sending fails with error number \(errno)")
      }
    }
  }

  package func receive(by deadline: Deadline) throws(WireError) -> [UInt8]? {
    if !ahead.isEmpty {
      defer { ahead = [] }
      return ahead
    }
    while true {
      if hasEnded { return nil }
      if let bytes = try receiveNow() { return bytes.isEmpty ? nil : bytes }
      guard try poll(Int16(POLLIN), by: deadline) != 0 else { throw .silence("bytes") }
    }
  }

  package func finishSending() throws(WireError) {
    guard descriptor >= 0 else { return }
    guard shutdown(descriptor, Int32(SHUT_WR)) == 0 || errno == ENOTCONN else {
      throw .closed("ending it fails with error number \(errno)")
    }
  }

  package func close() {
    guard descriptor >= 0 else { return }
    // The system sends what it has taken; there is nobody to tell that it could not.
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// Ends the connection as a machine does that has lost it: by a reset, where the kind has one.
  package func breakOff() {
    guard descriptor >= 0 else { return }
    var choice = linger(l_onoff: 1, l_linger: 0)
    // Without it the connection ends in the usual way.
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &choice, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// What is there; empty at the end, `nil` if nothing is there yet.
  private func receiveNow() throws(WireError) -> [UInt8]? {
    guard descriptor >= 0 else { throw .closed("this side has closed it") }
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: PlainLink.pieceSize) { room, used in
        unsafe count = recv(descriptor, room.baseAddress, room.count, 0)
        used = max(0, count)
      }
      if count >= 0 {
        hasEnded = count == 0
        return bytes
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      case ECONNRESET: throw .closed("it was reset")
      default: throw .closed("receiving fails with error number \(errno)")
      }
    }
  }

  /// Waits until something can be sent, and takes in what comes: the other side may be unable to
  /// receive before it has sent.
  private func waitForRoom(by deadline: Deadline) throws(WireError) {
    let takesIn = !hasEnded && ahead.count < PlainLink.mostAhead
    let events = Int16(POLLOUT) | (takesIn ? Int16(POLLIN) : 0)
    let happened = try poll(events, by: deadline)
    guard happened != 0 else { throw .silence("the other side to take in what is sent") }
    if takesIn, happened & Int16(POLLIN) != 0, let bytes = try receiveNow() { ahead += bytes }
  }

  /// Which of the events happened; 0 once the deadline is over.
  private func poll(_ events: Int16, by deadline: Deadline) throws(WireError) -> Int16 {
    guard descriptor >= 0 else { throw .closed("this side has closed it") }
    guard let happened = Polling.wait(for: events, of: descriptor, by: deadline) else {
      throw .closed("waiting fails with error number \(errno)")
    }
    return happened
  }
}
