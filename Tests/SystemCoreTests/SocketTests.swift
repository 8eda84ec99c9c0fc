private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

struct SocketTests {
  @Test func `what is sent on one side of a pair is received on the other`() throws {
    let (first, second) = try Socket.pair()
    var buffer = ReadBuffer(capacity: 4)
    #expect(try second.receive(into: &buffer) == .wouldBlock)
    #expect(try first.send([1, 2, 3, 4, 5, 6], from: 1) == .sent(5))
    #expect(try second.receive(into: &buffer) == .bytes(4))
    #expect(buffer.bytes == [2, 3, 4, 5])
    #expect(buffer.withBytes { $0.count } == 4)
    #expect(try second.receive(into: &buffer) == .bytes(1))
    #expect(buffer.bytes == [6])
    #expect(try first.send([]) == .sent(0))
    try first.shutdownWrites()
    #expect(try second.receive(into: &buffer) == .endOfStream)
    #expect(buffer.count == 0)
    #expect(try second.send([7]) == .sent(1))
    #expect(try first.receive(into: &buffer) == .bytes(1))
  }

  @Test func `a full socket takes no more, and none at all once the other side is gone`() throws {
    let bytes = [UInt8](repeating: 7, count: 65_536)
    let first = try {
      let (first, second) = try Socket.pair()
      var result = try first.send(bytes)
      for _ in 0..<1_000 where result != .wouldBlock { result = try first.send(bytes) }
      #expect(result == .wouldBlock)
      #expect(second.id != first.id)
      return first
    }()
    let error = try #require(throws: SystemError.self) { try first.send(bytes) }
    #expect(error.code == .connectionLost)
    #expect(
      error.description == "cannot send to a pair: the other end has closed the connection (EPIPE)")
  }

  @Test(arguments: ["127.0.0.1:0", "[::1]:0"])
  func `a caller is accepted, and both know where they are`(text: String) throws {
    let listener = try Socket.listen(at: try #require(SocketAddress(text)))
    #expect(try listener.accept() == nil)
    let address = try #require(listener.localAddress)
    #expect(address.port != 0)
    #expect(listener.remoteAddress == nil)
    let caller = try Socket.connect(to: address)
    let callee = try #require(try Self.accept(at: listener))
    try caller.finishConnecting()
    #expect(caller.remoteAddress == address)
    #expect(callee.localAddress == address)
    #expect(callee.remoteAddress == caller.localAddress)
    #expect(try callee.send([9]) == .sent(1))
  }

  @Test func `all addresses means those of the old kind too`() throws {
    let listener = try Socket.listen(at: .ipv6(0, 0, interface: 0, port: 0))
    let port = try #require(listener.localAddress?.port)
    let caller = try Socket.connect(to: .loopback(port: port))
    let callee = try #require(try Self.accept(at: listener))
    #expect(callee.remoteAddress == caller.localAddress)
    #expect(callee.localAddress == .loopback(port: port))
  }

  @Test func `two cannot listen at one port`() throws {
    let listener = try Socket.listen(at: .loopback(port: 0))
    let address = try #require(listener.localAddress)
    let error = try #require(throws: SystemError.self) { try Socket.listen(at: address) }
    #expect(error.code == .addressInUse)
    #expect(error.path == address.description)
  }

  @Test(.disabled(if: Sanitizer.obstacle != nil, "\(Sanitizer.obstacle ?? "")"))
  func `a descriptor too many is told from other errors`() async {
    await #expect(processExitsWith: .success) { try acceptWithoutDescriptors() }
  }

  static func accept(at listener: Socket) throws -> Socket? {
    for _ in 0..<1_000_000 {
      if let socket = try listener.accept() { return socket }
    }
    return nil
  }
}

struct UnixSocketTests {
  @Test func `its file belongs to its owner alone and goes away with it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("socket")
    do {
      let listener = try Socket.listen(at: .unix(path: path))
      var status = stat()
      #expect(unsafe stat(path, &status) == 0)
      #expect(status.st_mode == S_IFSOCK | 0o600)
      #expect(listener.localAddress == .unix(path: path))
    }
    #expect(folder.contents().isEmpty)
  }

  @Test func `each side knows who is at the other`() throws {
    let folder = try TemporaryFolder()
    let listener = try Socket.listen(at: .unix(path: folder.file("socket")))
    let caller = try Socket.connect(to: .unix(path: folder.file("socket")))
    try caller.finishConnecting()
    let callee = try #require(try listener.accept())
    let own = PeerCredentials(process: getpid(), user: geteuid(), group: getegid())
    #expect(try callee.peerCredentials() == own)
    #expect(try caller.peerCredentials() == own)
    #expect(callee.remoteAddress == .unix(path: ""))
  }

  @Test func `two cannot listen at one file`() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: folder.file("socket"))
    let listener = try Socket.listen(at: address)
    let error = try #require(throws: SystemError.self) { try Socket.listen(at: address) }
    #expect(error.code == .addressInUse)
    #expect(listener.localAddress == address)
    #expect(folder.contents() == ["socket"])
  }

  @Test func `a file that was left behind is replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("socket")
    try leaveBehind(path)
    #expect(throws: SystemError.self) { try Socket.connect(to: .unix(path: path)) }
    let listener = try Socket.listen(at: .unix(path: path))
    _ = try Socket.connect(to: .unix(path: path))
    #expect(try listener.accept() != nil)
  }

  @Test func `a line that is full does not answer, and is not taken for left behind`() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: folder.file("socket"))
    let listener = try Socket.listen(at: address, backlog: 0)
    var callers: [Socket] = []
    let error = try #require(throws: SystemError.self) {
      for _ in 0..<100 { callers.append(try Socket.connect(to: address)) }
    }
    #expect(error.code == .busy)
    #expect(!callers.isEmpty)
    #expect(throws: SystemError.self) { try Socket.listen(at: address) }
    #expect(try listener.accept() != nil)
  }

  @Test func `a file of another kind stays`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "socket")
    #expect(throws: SystemError.self) {
      try Socket.listen(at: .unix(path: folder.file("socket")))
    }
    #expect(try folder.read("socket") == [1])
  }

  @Test func `a file that another put there since stays`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("socket")
    do {
      let listener = try Socket.listen(at: .unix(path: path))
      #expect(listener.localAddress == .unix(path: path))
      #expect(unsafe unlink(path) == 0)
      try leaveBehind(path)
    }
    #expect(folder.contents() == ["socket"])
  }

  @Test(arguments: ["", "a\0b", String(repeating: "a", count: 108)])
  func `a path that no socket can have is an error`(path: String) {
    #expect(throws: SystemError.self) { try Socket.listen(at: .unix(path: path)) }
    #expect(throws: SystemError.self) { try Socket.connect(to: .unix(path: path)) }
  }

  /// What a process leaves that was killed.
  private func leaveBehind(_ path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    defer { _ = close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let status = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    try #require(status == 0)
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func acceptWithoutDescriptors() throws {
  let listener = try Socket.listen(at: .loopback(port: 0))
  let address = try #require(listener.localAddress)
  let caller = try Socket.connect(to: address)
  try caller.finishConnecting()
  var limit = rlimit()
  #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  limit.rlim_cur = 0
  #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  let error = try #require(throws: SystemError.self) { try listener.accept() }
  #expect(error.code == .tooManyOpen)
}
