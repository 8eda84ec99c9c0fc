private import Glibc
private import Synchronization

/// A port of the tool's own, for nodes that connect.
package final class Listener: Sendable {
  private let handle: Atomic<Int32>
  /// The port that was free.
  package let port: Int
  /// As a node is told it: "127.0.0.1:PORT".
  package let address: String

  /// Waits for callers at a port of the host, a number of this machine.
  ///
  /// - Parameters:
  ///   - host: "0.0.0.0" for all numbers that the machine has.
  ///   - port: Which one; 0 for one that is free.
  /// - Throws: `unreachable`.
  package init(host: String = "127.0.0.1", port: UInt16 = 0) throws(WireError) {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, host, &place.sin_addr) == 1 else {
      throw .unreachable("\(host) is not the number of a machine")
    }
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(AF_INET, Int32(kind), 0)
    guard descriptor >= 0 else { throw .unreachable("there is no socket left (\(errno))") }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutableBytes(of: &place) { bytes -> Int32 in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return -1
      }
      guard unsafe bind(descriptor, start, length) == 0, listen(descriptor, 64) == 0 else {
        return -1
      }
      return unsafe getsockname(descriptor, start, &length)
    }
    guard status == 0 else {
      let number = errno
      _ = Glibc.close(descriptor)  // Nobody has called yet.
      throw .unreachable("cannot listen at \(host):\(port): error number \(number)")
    }
    handle = Atomic(descriptor)
    self.port = Int(UInt16(bigEndian: place.sin_port))
    address = "\(host):\(self.port)"
  }

  deinit { close() }

  /// Its socket; -1 once it is closed.
  package var descriptor: Int32 { handle.load(ordering: .relaxed) }

  /// The next caller.
  ///
  /// - Throws: `silence`, or `closed` once it is closed.
  package func accept(by deadline: Deadline) throws(WireError) -> PlainLink {
    while true {
      let descriptor = descriptor
      guard descriptor >= 0 else { throw .closed("this side has closed it") }
      let caller = Glibc.accept(descriptor, nil, nil)
      if caller >= 0 {
        PlainLink.sendAtOnce(caller)
        return PlainLink(descriptor: caller)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: break
      default: throw .closed("accepting fails with error number \(errno)")
      }
      guard Polling.wait(for: Int16(POLLIN), of: descriptor, by: deadline) != 0 else {
        throw .silence("a connection from the node")
      }
    }
  }

  /// Takes no more callers.
  package func close() {
    let descriptor = handle.exchange(-1, ordering: .relaxed)
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)  // Nothing was sent.
  }
}
