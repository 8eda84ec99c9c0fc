internal import SystemCore

/// An actor on a loop that tells what the loop calls, and does then what the test wants.
actor Resident: LoopResident {
  enum Event: Equatable {
    case ready(SocketID, Readiness)
    case fired(TimerID)
    case turnEnded(jobs: Int)
    case chainEnded
  }

  nonisolated let loop: EventLoop
  nonisolated let events: AsyncStream<Event>
  private nonisolated let continuation: AsyncStream<Event>.Continuation
  private var registrations: [SocketID: SocketRegistration] = [:]
  private var whenReady: @Sendable (isolated Resident, SocketID, Readiness) -> Void = { _, _, _ in }
  private(set) var jobs = 0

  init(on loop: EventLoop) {
    self.loop = loop
    (self.events, self.continuation) = AsyncStream.makeStream()
  }

  func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {
    loop.checkIsolated()
    whenReady(self, socket, readiness)
    continuation.yield(.ready(socket, readiness))
  }

  func timerFired(_ timer: TimerID) {
    loop.checkIsolated()
    continuation.yield(.fired(timer))
  }

  func turnEnds() {
    loop.checkIsolated()
    continuation.yield(.turnEnded(jobs: jobs))
  }

  /// Registers the socket; after each readiness `body` runs on the loop.
  func register(
    _ socket: Socket, interest: SocketInterest,
    whenReady body: @escaping @Sendable (isolated Resident, SocketID, Readiness) -> Void
  ) throws {
    try register([socket], interest: interest, whenReady: body)
  }

  /// Registers several in one job.
  func register(
    _ sockets: [Socket], interest: SocketInterest,
    whenReady body: @escaping @Sendable (isolated Resident, SocketID, Readiness) -> Void
  ) throws {
    whenReady = body
    for socket in sockets {
      let registration = try loop.register(socket, for: self)
      registration.setInterest(interest)
      registrations[socket.id] = registration
    }
  }

  func setInterest(_ interest: SocketInterest, of socket: SocketID) {
    registrations[socket]?.setInterest(interest)
  }

  func forget(_ socket: SocketID) {
    registrations[socket] = nil
  }

  func registration(of socket: SocketID) -> SocketRegistration? { registrations[socket] }

  func countJob() { jobs += 1 }

  /// Counts once in each of so many jobs, each of which makes the next.
  func chain(_ length: Int) async {
    for _ in 0..<length {
      jobs += 1
      await Task.yield()
    }
    continuation.yield(.chainEnded)
  }

  /// The next thing the loop calls.
  nonisolated func nextEvent() async -> Event? {
    var iterator = events.makeAsyncIterator()
    return await iterator.next()
  }

  /// All that the loop has called and nobody has taken, once it has ended.
  nonisolated func finishedEvents() async -> [Event] {
    continuation.finish()
    return await events.reduce(into: []) { $0.append($1) }
  }

  func perform<Result: Sendable>(
    _ body: @Sendable (isolated Resident) throws -> Result
  ) rethrows
    -> Result
  {
    try body(self)
  }
}
