private import CLinux
private import Glibc

extension Socket {
  /// Starts to connect; whoever is told that it is writable calls `finishConnecting()`.
  ///
  /// - Throws: What is known at once, such as `connectionRefused` and `busy` of Unix sockets.
  package static func connect(to address: SocketAddress) throws(SystemError) -> Socket {
    let operation = "connect to"
    let socket = try Socket.make(for: address, cannot: operation)
    try socket.sendAtOnce()
    let status = unsafe address.withSystemAddress {
      unsafe Glibc.connect(socket.descriptor, $0, $1)
    }
    // A signal does not stop it.
    if status == 0 || errno == EINPROGRESS || errno == EINTR { return socket }
    var error = SystemError(cannot: operation, socket.name)
    // Unix sockets do not wait for a place in a line that is full.
    if error.number == EAGAIN {
      error.code = .busy
      error.detail = "too many wait to be let in (EAGAIN)"
    }
    throw error
  }

  /// Finds out what became of connecting, once the socket is writable.
  ///
  /// - Throws: `connectionRefused`, `unreachable` and others.
  package func finishConnecting() throws(SystemError) {
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else {
      throw SystemError(cannot: "connect to", name)
    }
    guard number == 0 else { throw SystemError(cannot: "connect to", name, number: number) }
  }

  /// Waits for callers at the address; port 0 takes one that is free.
  ///
  /// A Unix socket can be reached by its owner alone, and replaces one that a process left behind;
  /// its file goes away with it.
  ///
  /// - Throws: `addressInUse` when somebody else listens there.
  package static func listen(
    at address: SocketAddress, backlog: Int = 1_024
  ) throws(SystemError) -> Socket {
    let operation = "listen at"
    let socket: Socket
    if case .unix(let path) = address {
      socket = try SocketFile.listen(at: path, cannot: operation)
    } else {
      socket = try Socket.make(for: address, cannot: operation)
      // Connections of a process that was here before may still be known to the system.
      try socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: true)
      if case .ipv6 = address {
        // "All addresses" means those of the old kind too, whatever this machine's habit.
        try socket.set(IPV6_V6ONLY, of: Int32(IPPROTO_IPV6), to: false)
      }
      try socket.bind(to: address, cannot: operation)
    }
    guard Glibc.listen(socket.descriptor, Int32(clamping: backlog)) == 0 else {
      throw SystemError(cannot: operation, socket.name)
    }
    return socket
  }

  /// The next caller; `nil` when nobody waits.
  ///
  /// - Throws: `tooManyOpen` when the caller has to wait for a descriptor: the socket stays readable,
  ///   so one should look away for a while.
  package func accept() throws(SystemError) -> Socket? {
    while true {
      let caller = CLinux_accept(descriptor)
      if caller >= 0 {
        let socket = Socket(caller, name: "a caller at \(name)", isUnix: isUnix)
        try? socket.sendAtOnce()  // Whoever has hung up since is found out by receiving.
        return socket
      }
      switch errno {
      case EAGAIN: return nil
      case EINTR, ECONNABORTED: continue  // Somebody has hung up again.
      // The network's errors are passed on by accept(2): they concern that caller alone.
      case ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH:
        continue
      default: throw SystemError(cannot: "accept at", name)
      }
    }
  }

  /// Lets the connection break when the other machine does not say for so long that it has what was
  /// sent; does nothing within a machine.
  ///
  /// Without it the system sends again for a quarter of an hour before it says that nobody is there.
  package func breakUnlessDelivered(within time: Duration) throws(SystemError) {
    guard !isUnix else { return }
    // Zero would stand for the habit of the system.
    let milliseconds = min(Double(Int32.max), max(1, time / .milliseconds(1)))
    try set(TCP_USER_TIMEOUT, of: Int32(IPPROTO_TCP), to: Int32(milliseconds))
  }

  func bind(to address: SocketAddress, cannot operation: String) throws(SystemError) {
    let status = unsafe address.withSystemAddress { unsafe Glibc.bind(descriptor, $0, $1) }
    guard status == 0 else { throw SystemError(cannot: operation, name) }
  }

  /// Small messages are not held back for larger ones: whoever sends has put together what belongs
  /// together.
  private func sendAtOnce() throws(SystemError) {
    guard !isUnix else { return }
    try set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: true)
  }
}
