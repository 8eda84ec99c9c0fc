private import Glibc

extension PlainLink {
  /// Connects.
  ///
  /// - Parameters:
  ///   - address: "HOST:PORT", "[::1]:PORT", or the path of a Unix socket, with or without "unix:".
  ///   - scene: Its saboteur may choose another address.
  ///   - deadline: Until when; the system looks up names for as long as it likes.
  /// - Throws: `unreachable`.
  package convenience init(
    to address: String, scene: Scene? = nil, by deadline: Deadline
  ) throws(WireError) {
    let address = scene?.interference.address(address) ?? address
    scene?.transcript.add(fromNode: false, "tcp", "connects to \(address)")
    if address.hasPrefix("unix:") {
      try self.init(path: String(address.dropFirst(5)), by: deadline)
    } else if address.contains("/") {
      try self.init(path: address, by: deadline)
    } else {
      try self.init(endpoint: address, by: deadline)
    }
  }

  private convenience init(path: String, by deadline: Deadline) throws(WireError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard !bytes.isEmpty, bytes.count < room.count else { return false }
      unsafe room.copyBytes(from: bytes)
      return true
    }
    guard fits else { throw .unreachable("the path of the socket is empty or too long") }
    let descriptor = try unsafe withUnsafeBytes(of: &address) { address throws(WireError) in
      guard let start = address.baseAddress else { throw .unreachable("there is no address") }
      return try unsafe PlainLink.connect(
        AF_UNIX, start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count), path,
        by: deadline)
    }
    self.init(descriptor: descriptor)
  }

  private convenience init(endpoint: String, by deadline: Deadline) throws(WireError) {
    guard let colon = endpoint.lastIndex(of: ":") else {
      throw .unreachable("\(endpoint) is not HOST:PORT")
    }
    let port = String(endpoint[endpoint.index(after: colon)...])
    var host = endpoint[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(String(host), port, &hints, &list) == 0 else {
      throw .unreachable("nobody knows \(endpoint)")
    }
    defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
    var failure = WireError.unreachable("\(endpoint) has no address")
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      guard let address = unsafe entry.ai_addr else { continue }
      do throws(WireError) {
        let descriptor = try unsafe PlainLink.connect(
          entry.ai_family, address, entry.ai_addrlen, endpoint, by: deadline)
        self.init(descriptor: descriptor)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func connect(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ name: String,
    by deadline: Deadline
  ) throws(WireError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(family, Int32(kind), 0)
    guard descriptor >= 0 else { throw .unreachable("there is no socket left (\(errno))") }
    var number: Int32 = 0
    if unsafe Glibc.connect(descriptor, address, length) != 0 {
      number = errno
      if number == EINPROGRESS || number == EINTR {
        number = outcome(of: descriptor, by: deadline)
      }
    }
    guard number == 0 else {
      _ = Glibc.close(descriptor)  // Nothing was sent.
      throw .unreachable("\(name): \(words(for: number))")
    }
    if family != AF_UNIX { sendAtOnce(descriptor) }
    return descriptor
  }

  /// What became of connecting, as a number of `errno`.
  private static func outcome(of descriptor: Int32, by deadline: Deadline) -> Int32 {
    guard let happened = Polling.wait(for: Int16(POLLOUT), of: descriptor, by: deadline) else {
      return errno
    }
    guard happened != 0 else { return ETIMEDOUT }
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else {
      return errno
    }
    return number
  }

  /// Small messages are not held back for larger ones.
  static func sendAtOnce(_ descriptor: Int32) {
    var isOn: Int32 = 1
    // Without it everything arrives, only later.
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func words(for number: Int32) -> String {
    switch number {
    case ECONNREFUSED: "nobody listens there"
    case ENOENT: "there is no such socket"
    case EACCES, EPERM: "this user may not connect"
    case ETIMEDOUT: "nobody answers"
    case EHOSTUNREACH, ENETUNREACH: "no way leads there"
    default: "error number \(number)"
    }
  }
}
