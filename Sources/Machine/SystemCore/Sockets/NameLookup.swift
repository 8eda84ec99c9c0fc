private import CLinux
private import Glibc
private import Synchronization

/// One question for the addresses of a host.
///
/// The system's function blocks, for minutes if it must, and cannot be stopped; so it has a thread of
/// its own, and whoever is cancelled leaves it behind.
final class NameLookup: Sendable {
  private enum State {
    case waiting(CheckedContinuation<[SocketAddress], any Error>)
    case open
    case over
  }

  /// More than any host needs.
  private static let mostAddresses = 64

  private let host: String
  private let port: UInt16
  private let state = Mutex(State.open)

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  func result() async throws -> [SocketAddress] {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if case .over = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        ask()
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  private func ask() {
    WorkThread.start("dyad.names") { [self] in
      do throws(SystemError) {
        finish(.success(try lookUp()))
      } catch {
        finish(.failure(error))
      }
    }
  }

  private func finish(_ result: Result<[SocketAddress], any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<[SocketAddress], any Error>? in
      defer { state = .over }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: result)
  }

  private func lookUp() throws(SystemError) -> [SocketAddress] {
    let operation = "look up"
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    let status = unsafe getaddrinfo(host, nil, &hints, &list)
    defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
    guard status == 0 else {
      if status == EAI_SYSTEM { throw SystemError(cannot: operation, host) }
      let isUnknown = status == EAI_NONAME
      throw SystemError(
        isUnknown ? .notFound : .other, cannot: operation, host,
        isUnknown ? "nobody knows the name" : "the name service says no (\(status))")
    }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next, addresses.count < Self.mostAddresses {
      unsafe next = entry.pointee.ai_next
      if let address = unsafe Self.address(of: entry.pointee, port: port) {
        addresses.append(address)
      }
    }
    guard !addresses.isEmpty else {
      throw SystemError(.notFound, cannot: operation, host, "the name has no address")
    }
    return addresses
  }

  private static func address(of entry: addrinfo, port: UInt16) -> SocketAddress? {
    guard let address = unsafe entry.ai_addr else { return nil }
    var storage = sockaddr_storage()
    let length = unsafe min(Int(entry.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
    }
    switch SocketAddress(storage, length: socklen_t(length)) {
    case .ipv4(let number, _): return .ipv4(number, port: port)
    case .ipv6(let high, let low, let interface, _):
      return .ipv6(high, low, interface: interface, port: port)
    case .unix, nil: return nil
    }
  }
}
