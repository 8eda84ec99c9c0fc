internal import SystemCore

/// Stands between a client and a server and passes their bytes on, until it is told otherwise.
///
/// It cannot read them. But what goes one way until something comes back is a burst, and bursts are the
/// messages of an exchange, which it can hold up, lose, or be the last of.
actor Relay: LoopResident {
  /// Who sent a burst.
  enum Side: Hashable, Sendable {
    case client, server
  }

  /// What becomes of a burst.
  enum Fate: Hashable, Sendable {
    case passes
    /// It is lost, and both connections with it.
    case cut
  }

  private final class Flow {
    let sockets: [Side: Socket]
    let registrations: [Side: SocketRegistration]
    var last: Side?
    var bursts = 0

    init(_ sockets: [Side: Socket], _ registrations: [Side: SocketRegistration]) {
      self.sockets = sockets
      self.registrations = registrations
    }
  }

  nonisolated let loop: EventLoop
  /// Where clients find it.
  nonisolated let address: SocketAddress
  private let upstream: SocketAddress
  private let listener: Socket
  private var registration: SocketRegistration?
  private var flows: [SocketID: Flow] = [:]
  private var buffer = ReadBuffer(capacity: 1 << 16)
  private var judge: @Sendable (Int, Side) -> Fate = { _, _ in .passes }
  /// Whether the server's answers are to be lost, and whether there was something to answer.
  private var losesAnswers = false
  private var hasAsked = false

  /// How many bursts the first connection had.
  private(set) var bursts = 0
  private var hasBegun = false

  /// Makes one in front of a server.
  init(to upstream: SocketAddress, on loop: EventLoop) throws {
    self.loop = loop
    self.upstream = upstream
    listener = try Socket.listen(at: .loopback(port: 0))
    address = listener.localAddress ?? upstream
  }

  /// Takes clients from now on.
  ///
  /// - Parameter judge: decides about each burst of the first connection, by its number from 0.
  /// - Throws: `SystemError` where the socket cannot be watched.
  func start(_ judge: @escaping @Sendable (Int, Side) -> Fate = { _, _ in .passes }) throws {
    self.judge = judge
    let registration = try loop.register(listener, for: self)
    registration.setInterest(.read)
    self.registration = registration
  }

  /// Takes no more clients, and ends the connections of those it has.
  func stop() {
    registration?.end()
    for flow in flows.values { end(flow) }
  }

  /// Decides about the bursts that come now, counted from where they are.
  func change(_ judge: @escaping @Sendable (Int, Side) -> Fate) {
    self.judge = judge
  }

  /// Ends both connections with what the server says to what the client says next.
  ///
  /// What the server was still sending passes: it says nothing to that.
  func loseNextAnswer() {
    losesAnswers = true
    hasAsked = false
  }

  func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {
    if socket == listener.id {
      while let client = try? listener.accept() { take(client) }
    } else if let flow = flows[socket] {
      pass(from: socket, flow)
    }
  }

  private func take(_ client: Socket) {
    do {
      let server = try Socket.connect(to: upstream)
      let registrations: [Side: SocketRegistration] = [
        .client: try loop.register(client, for: self),
        .server: try loop.register(server, for: self),
      ]
      for registration in registrations.values { registration.setInterest(.read) }
      let flow = Flow([.client: client, .server: server], registrations)
      flow.bursts = hasBegun ? .max / 2 : 0
      hasBegun = true
      flows[client.id] = flow
      flows[server.id] = flow
    } catch {
      // The client sees that its connection ends.
    }
  }

  private func pass(from id: SocketID, _ flow: Flow) {
    let side: Side = flow.sockets[.client]?.id == id ? .client : .server
    guard let source = flow.sockets[side],
      let sink = flow.sockets[side == .client ? .server : .client],
      let received = try? source.receive(into: &buffer), received != .endOfStream
    else { return end(flow) }
    if received == .wouldBlock { return }
    if side == .client { hasAsked = true }
    if losesAnswers, hasAsked, side == .server { return end(flow) }
    if flow.last != side {
      flow.last = side
      let isFirst = flow.bursts < .max / 2
      if isFirst { bursts = flow.bursts + 1 }
      if isFirst, judge(flow.bursts, side) == .cut { return end(flow) }
      flow.bursts += 1
    }
    // Little goes through here, so the system always has room for it.
    _ = try? sink.send(buffer.bytes)
  }

  private func end(_ flow: Flow) {
    for registration in flow.registrations.values { registration.end() }
    for socket in flow.sockets.values { flows[socket.id] = nil }
  }
}
