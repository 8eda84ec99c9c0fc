internal import HTTP2Core
internal import RPCCore
internal import SystemCore
internal import TLSCore

/// What one loop does for a server: it holds connections, and starts the handlers of their calls.
///
/// Connections are plain objects on the loop. Calls ask for attention from any thread; whoever asked
/// within one turn is served at its end, so that all that goes to a peer then goes out together.
actor ServerWorker: LoopResident {
  /// What a listener gives its connections.
  struct Port {
    let socket: Socket
    let registration: SocketRegistration
    let security: ServerSecurity
  }

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unowned }
  nonisolated let mailbox = WorkerMailbox()
  let limits: ServerLimits
  private let timeouts: ConnectionTimeouts
  private let paths: PathTable
  private let channelBinding: ChannelBindingLabel?
  let observer: any ServerObserver
  private let shift: ClockShift?
  private let numbers: ConnectionNumbers

  private var ports: [SocketID: Port] = [:]
  var connections: [UInt64: ServerConnection] = [:]
  var shares = ConnectionShares()
  private let recognize: (@Sendable (CallPeer) -> CallerStanding)?
  private var numberOfSocket: [SocketID: UInt64] = [:]
  private var touched: [ServerConnection] = []
  private lazy var alarms = LoopAlarms(for: self)
  private var buffers = LinkBuffers()
  private var served: [CallToken] = []
  private var arrived: [(ServerCall, ServerStream, ServerSession)] = []
  // The lists that are worked through, which give their memory back to be filled.
  private var starting: [(ServerCall, ServerStream, ServerSession)] = []
  private var flushing: [ServerConnection] = []
  private var runningHandlers = 0
  /// Whether callers wait in the system for want of descriptors.
  private var isShort = false
  /// How many calls came in this turn.
  private var newCalls = 0
  private var waiting: CheckedContinuation<Void, Never>?
  private var isStopping = false
  private var workers: [ServerWorker] = []
  private var turn = 0

  init(
    on loop: EventLoop, configuration: ServerConfiguration, paths: PathTable,
    numbers: ConnectionNumbers
  ) {
    self.loop = loop
    limits = configuration.limits
    timeouts = configuration.timeouts
    channelBinding = configuration.channelBinding
    observer = configuration.observer
    recognize = configuration.recognize
    shift = configuration.shift
    self.paths = paths
    self.numbers = numbers
  }
}

// Calls.
extension ServerWorker {
  /// Starts handlers until it was told to stop and the last of them has returned.
  func run(_ handler: some CallHandler) async {
    mailbox.address(to: self)
    while !isDone {
      swap(&starting, &arrived)
      for (call, stream, session) in starting { start(call, on: stream, of: session, handler) }
      starting.removeAll(keepingCapacity: true)
      if arrived.isEmpty, !isDone { await withCheckedContinuation { waiting = $0 } }
    }
    mailbox.address(to: nil)
  }

  private var isDone: Bool { isStopping && connections.isEmpty && runningHandlers == 0 }

  /// Lets `run` go on, if there is something for it to do.
  private func wakeRun() {
    guard isDone || !arrived.isEmpty else { return }
    waiting?.resume()
    waiting = nil
  }

  /// Starts a handler here and now; `run` waits for it.
  ///
  /// It is the worker's, on the loop from its first step to its last, and for all that it does not wait
  /// for, costs little more than calling it. A child of a task group would cost three times as much.
  private func start(
    _ call: ServerCall, on stream: ServerStream, of session: ServerSession,
    _ handler: some CallHandler
  ) {
    runningHandlers += 1
    // One that was given up in the same breath as it was made is cancelled before it begins; its place
    // on the stream may have gone to another.
    guard stream.call === call, !stream.isAborted else {
      return Task { await self.answer(call, of: session, handler) }.cancel()
    }
    let task = Task.immediate(executorPreference: loop) {
      await self.answer(call, of: session, handler)
    }
    stream.note(task, for: call)
  }

  private func answer(
    _ call: ServerCall, of session: ServerSession, _ handler: some CallHandler
  ) async {
    await handler.handle(call)
    // A call that is left without a status ends as one whose handler failed.
    call.finish(Status(.unknown, "the handler gave no status"))
    handlerReturned(session)
  }

  private func handlerReturned(_ session: ServerSession) {
    session.handlerReturned()
    runningHandlers -= 1
    wakeRun()
  }
}

// Connections.
extension ServerWorker {
  /// Takes callers at a socket that listens, and gives them to all workers in turn.
  func listen(at socket: Socket, _ security: ServerSecurity, for workers: [ServerWorker]) throws {
    self.workers = workers
    let registration = try loop.register(socket, for: self)
    registration.setInterest(.read)
    ports[socket.id] = Port(socket: socket, registration: registration, security: security)
  }

  private func adopt(_ socket: Socket, _ security: ServerSecurity) {
    let origin = socket.remoteAddress.flatMap { ConnectionOrigin($0) }
    guard !isStopping, makeRoom(from: origin) else {
      observer.refused(.tooManyConnections)
      return
    }
    do {
      // Before TLS is looked up: an order to end connections that does not reach this one came before that.
      let number = numbers.next()
      try socket.breakUnlessDelivered(within: timeouts.delivery)
      let tls = try security.tls.map { try TLSConnection($0.configuration) }
      let registration = try loop.register(socket, for: self)
      let link = Link(socket, registration, tls: tls) { [mailbox] in
        mailbox.leave(gateOf: number)
      }
      // Without TLS it is known already whose it is, as far as the socket tells.
      let standing = try tls == nil ? recognize?(link.peer(binding: nil)) : nil
      let connection = ServerConnection(
        number: number, link: link, timeouts: timeouts, now: now)
      connections[connection.number] = connection
      shares.add(.stranger, from: connection.origin)
      observer.opened()
      numberOfSocket[socket.id] = connection.number
      if tls == nil {
        if let standing { note(standing, of: connection) }
        touch(connection)
      }
      setAlarm(for: connection)
    } catch {
      observer.refused(.cannotServe("\(error)"))
    }
  }

  func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {
    if let number = numberOfSocket[socket], let connection = connections[number] {
      // Where many calls come at once, all connections have some of theirs answered in each turn.
      let isBusy = newCalls >= Self.mostNewCalls
      let fate = connection.receive(with: &buffers, sparingly: isBusy, now: now) {
        try makeSession(for: connection)
      }
      // What was received before the end is still a call, even if nobody will hear the answer.
      takeAccepted(from: connection)
      if case .ended(let why) = fate { end(connection, why) } else { touch(connection) }
    } else if let port = ports[socket] {
      accept(at: port)
    }
  }

  /// After so many new calls in a turn little more is read: about as many as a client with a few busy connections has
  /// under way, so that their answers leave together, and half a millisecond of small calls.
  private static var mostNewCalls: Int { 128 }

  private func accept(at port: Port) {
    // Those who have a connection take turns with those who want one.
    var hasMadeRoom = false
    for _ in 0..<64 {
      do throws(SystemError) {
        guard let socket = try port.socket.accept() else {
          isShort = false
          return
        }
        let worker = workers[turn % workers.count]
        turn += 1
        if worker === self || !worker.mailbox.leave(socket, port.security) {
          adopt(socket, port.security)
        }
      } catch  where error.code == .tooManyOpen && !hasMadeRoom {
        hasMadeRoom = true
        endOldestStranger { _ in true }
      } catch {
        // Out of descriptors: the callers wait in the system until there may be some, which is said once.
        if !isShort { observer.refused(.cannotServe("\(error)")) }
        isShort = true
        port.registration.setInterest([])
        _ = alarms.schedule(
          .listener(port.socket.id), at: loop.now.advanced(by: .milliseconds(100)))
        return
      }
    }
  }

  private func makeSession(for connection: ServerConnection) throws -> ServerSession? {
    guard connection.link.isEstablished else { return nil }
    let peer = try connection.link.peer(binding: channelBinding)
    try connection.admit(peer)
    note(recognize?(peer) ?? .trusted, of: connection)
    return try ServerSession(
      number: connection.number, peer: peer, paths: paths, limits: limits, transport: mailbox,
      behind: connection.link.gate, timers: alarms, stall: timeouts.stall)
  }

  private func takeAccepted(from connection: ServerConnection) {
    guard let session = connection.session, !session.accepted.isEmpty else { return }
    newCalls += session.accepted.count
    for (call, stream) in session.accepted { arrived.append((call, stream, session)) }
    session.accepted.removeAll(keepingCapacity: true)
    wakeRun()
  }

  private func touch(_ connection: ServerConnection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    if touched.isEmpty { loop.requestTurnEnd(for: self) }
    touched.append(connection)
  }

  func turnEnds() {
    newCalls = 0
    let letters = mailbox.empty(into: &served)
    for (socket, security) in letters.arrivals { adopt(socket, security) }
    for (isUnwelcome, latest) in letters.endings {
      endConnections(upTo: latest, where: isUnwelcome)
    }
    for (number, name) in letters.callers {
      if let connection = connections[number] { note(.named(name), of: connection) }
    }
    for number in letters.gates {
      if let connection = connections[number] { touch(connection) }
    }
    for token in served {
      guard let connection = connections[token.connection] else { continue }
      connection.session?.service(token)
      touch(connection)
    }
    served.removeAll(keepingCapacity: true)
    switch letters.wish {
    case .goOn: break
    case .shutDown: beginShutdown()
    case .stop: stop()
    }
    swap(&flushing, &touched)
    for connection in flushing {
      connection.isTouched = false
      guard connections[connection.number] != nil else { continue }
      if case .ended(let why) = connection.flush(with: &buffers, now: now) {
        end(connection, why)
      } else {
        setAlarm(for: connection)
      }
    }
    flushing.removeAll(keepingCapacity: true)
  }

  private func endConnections(
    upTo latest: UInt64, where isUnwelcome: @escaping @Sendable (CallPeer) -> Bool
  ) {
    for connection in connections.values
    where connection.number <= latest && connection.isUnwelcome(isUnwelcome) {
      end(connection, "\(TransportError.unwelcome)")
    }
  }

  func end(_ connection: ServerConnection, _ why: String?) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    observer.closed()
    shares.remove(connection.standing, from: connection.origin)
    numberOfSocket[connection.link.socket.id] = nil
    if let alarm = connection.alarm { alarms.cancel(alarm.timer) }
    connection.abort(RPCError(.unavailable, "the connection was lost"))
    if let why { observer.ended(why) }
    wakeRun()
  }
}

// Time.
extension ServerWorker {
  /// By how much the clock of connections is ahead of the loop's, on which the timers are.
  private var ahead: Duration { shift?.duration ?? .zero }

  /// The time of connections.
  private var now: MonotonicInstant { loop.now.advanced(by: ahead) }

  func timerFired(_ timer: TimerID) {
    switch alarms.fired(timer) {
    case nil, .retry: return
    case .call(let alarm):
      guard let connection = connections[alarm.token.connection] else { return }
      connection.session?.hear(alarm)
      touch(connection)
    case .connection(let number):
      guard let connection = connections[number] else { return }
      connection.alarm = nil
      if case .ended(let why) = connection.check(now: now) {
        end(connection, why)
      } else {
        touch(connection)
      }
    case .listener(let socket): ports[socket]?.registration.setInterest(.read)
    }
  }

  /// Sees to it that the connection is looked at in time.
  ///
  /// An alarm that is too early stays: moving it at each byte would cost more than a look in vain.
  private func setAlarm(for connection: ServerConnection) {
    let next = connection.vigil.next.advanced(by: .zero - ahead)
    if let alarm = connection.alarm {
      guard next < alarm.at else { return }
      alarms.cancel(alarm.timer)
    }
    connection.alarm = (alarms.schedule(.connection(connection.number), at: next), next)
  }
}

// The end.
extension ServerWorker {
  private func beginShutdown() {
    guard !isStopping else { return }
    isStopping = true
    for port in ports.values { port.registration.end() }
    ports = [:]
    // It is one of them itself.
    workers = []
    for connection in connections.values {
      if case .ended(let why) = connection.beginShutdown(now: now) {
        end(connection, why)
      } else {
        touch(connection)
      }
    }
    wakeRun()
  }

  private func stop() {
    beginShutdown()
    for connection in connections.values { end(connection, nil) }
  }
}
