private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

struct SocketRegistrationTests {
  @Test func `an echo comes back whole`() async throws {
    let loop = try EventLoop(name: "test")
    let (near, far) = try Socket.pair()
    let echo = Resident(on: loop)
    try await echo.register(far, interest: .read) { _, _, _ in
      var buffer = ReadBuffer(capacity: 512)
      while case .bytes? = try? far.receive(into: &buffer) {
        #expect((try? far.send(buffer.bytes)) == .sent(buffer.count))
      }
    }
    let client = Resident(on: loop)
    try await client.register(near, interest: .read) { _, _, _ in }
    var received: [UInt8] = []
    for round in 0..<50 {
      #expect(try near.send([UInt8](repeating: UInt8(round), count: 1_000)) == .sent(1_000))
      var buffer = ReadBuffer(capacity: 4_096)
      while received.count < (round + 1) * 1_000 {
        if case .bytes = try near.receive(into: &buffer) {
          received += buffer.bytes
        } else {
          _ = await client.nextEvent()
        }
      }
    }
    #expect(received == (0..<50).flatMap { [UInt8](repeating: $0, count: 1_000) })
    await loop.shutdown()
  }

  @Test func `callers are accepted on the loop`() async throws {
    let loop = try EventLoop(name: "test")
    let listener = try Socket.listen(at: .loopback(port: 0))
    let address = try #require(listener.localAddress)
    let acceptor = Resident(on: loop)
    let (accepted, continuation) = AsyncStream.makeStream(of: Socket.self)
    try await acceptor.register(listener, interest: .read) { _, _, _ in
      while let socket = try? listener.accept() { continuation.yield(socket) }
    }
    let callers = try (0..<20).map { _ in try Socket.connect(to: address) }
    var places: Set<SocketAddress?> = []
    for await socket in accepted.prefix(20) { places.insert(socket.remoteAddress) }
    #expect(places == Set(callers.map(\.localAddress)))
    await loop.shutdown()
  }

  @Test func `nobody listening is an error once it is writable`() async throws {
    let loop = try EventLoop(name: "test")
    let address = try Self.freeAddress()
    let socket = try Socket.connect(to: address)
    let resident = Resident(on: loop)
    try await resident.register(socket, interest: .write) { resident, socket, _ in
      resident.forget(socket)
    }
    let event = try #require(await resident.nextEvent())
    guard case .ready(socket.id, let readiness) = event else {
      Issue.record("\(event)")
      return
    }
    #expect(readiness.contains(.writable))
    let error = try #require(throws: SystemError.self) { try socket.finishConnecting() }
    #expect(error.code == .connectionRefused)
    #expect(error.path == address.description)
    await loop.shutdown()
  }

  @Test func `no interest is no call, and a new one finds what was there`() async throws {
    let loop = try EventLoop(name: "test")
    let (near, far) = try Socket.pair()
    let resident = Resident(on: loop)
    try await resident.register(far, interest: []) { resident, socket, _ in
      resident.setInterest([], of: socket)
    }
    #expect(try near.send([1]) == .sent(1))
    // The loop looks at its sockets between these.
    for _ in 0..<10 { await resident.countJob() }
    await resident.setInterest([.read, .write], of: far.id)
    #expect(await resident.nextEvent() == .ready(far.id, [.readable, .writable]))
    await resident.setInterest([.write], of: far.id)
    #expect(await resident.nextEvent() == .ready(far.id, .writable))
    await loop.shutdown()
    #expect(await resident.finishedEvents().isEmpty)
  }

  @Test func `a registration that ends while others are ready is not called`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    let pairs = try (0..<8).map { _ in try Socket.pair() }
    let sockets = pairs.map(\.1)
    // The first to be called ends all: the system has reported the others in the same turn.
    try await resident.register(sockets, interest: .write) { resident, _, _ in
      for socket in sockets { resident.forget(socket.id) }
    }
    #expect(await resident.nextEvent() != nil)
    await loop.shutdown()
    #expect(await resident.finishedEvents().isEmpty)
  }

  @Test func `a resident that goes takes its registration along`() async throws {
    let loop = try EventLoop(name: "test")
    let (near, far) = try Socket.pair()
    weak var weakResident: Resident?
    do {
      let resident = Resident(on: loop)
      weakResident = resident
      try await resident.register(far, interest: .read) { _, _, _ in }
    }
    let resident = Resident(on: loop)
    // Once this has run, the job before it holds nothing any more.
    await resident.countJob()
    #expect(weakResident == nil)
    // A socket that the loop still had could not be registered.
    try await resident.register(far, interest: .read) { resident, socket, _ in
      resident.forget(socket)
    }
    #expect(try near.send([1]) == .sent(1))
    #expect(await resident.nextEvent() == .ready(far.id, .readable))
    await loop.shutdown()
  }

  @Test func `registering twice is an error`() async throws {
    let loop = try EventLoop(name: "test")
    let (_, far) = try Socket.pair()
    let resident = Resident(on: loop)
    try await resident.register(far, interest: .read) { _, _, _ in }
    let error = await #expect(throws: SystemError.self) {
      try await resident.perform { _ = try $0.loop.register(far, for: $0) }
    }
    #expect(error?.code == .alreadyExists)
    await loop.shutdown()
  }

  @Test func `the end of a loop closes what is registered, and the end of that is no matter`()
    async throws
  {
    let loop = try EventLoop(name: "test")
    let (near, far) = try Socket.pair()
    let resident = Resident(on: loop)
    try await resident.register(far, interest: .read) { _, _, _ in }
    let registration = try #require(await resident.registration(of: far.id))
    await loop.shutdown()
    registration.end()
    #expect(try near.send([1]) == .sent(1))
    #expect(await resident.finishedEvents().isEmpty)
  }

  @Test func `no descriptor is left`() async {
    await #expect(processExitsWith: .success) { try await countDescriptors() }
  }

  /// An address where nobody listens: somebody just has.
  private static func freeAddress() throws -> SocketAddress {
    try #require(try Socket.listen(at: .loopback(port: 0)).localAddress)
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func countDescriptors() async throws {
  /// All but timers: a loop opens none, and the runtime's own library one when it sees fit.
  func count() throws -> Int {
    let stream = unsafe try #require(unsafe opendir("/proc/self/fd"))
    defer { _ = unsafe closedir(stream) }
    let descriptor = unsafe dirfd(stream)
    var target = [UInt8](repeating: 0, count: 64)
    var count = 0
    while let entry = unsafe readdir(stream) {
      let length = unsafe withUnsafePointer(to: entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
          unsafe readlinkat(descriptor, name, &target, target.count)
        }
      }
      // The two folders every listing begins with are no links.
      guard length > 0 else { continue }
      count += target[..<length].elementsEqual("anon_inode:[timerfd]".utf8) ? 0 : 1
    }
    return count
  }
  // The first loop opens what all of them use.
  try await EventLoop(name: "test").shutdown()
  let before = try count()
  let loops = 5
  for _ in 0..<loops {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    for _ in 0..<20 {
      let (near, far) = try Socket.pair()
      try await resident.register(far, interest: [.read, .write]) { resident, socket, _ in
        resident.forget(socket)
      }
      #expect(await resident.nextEvent() != nil)
      #expect(try near.send([1]) == .sent(1))
    }
    let (_, left) = try Socket.pair()
    try await resident.register(left, interest: .read) { _, _, _ in }
    await loop.shutdown()
  }
  // The runtime opens two of its own when it first waits for a time, which may be meanwhile; what each loop leaves
  // is more.
  #expect(try count() < before + loops)
}
