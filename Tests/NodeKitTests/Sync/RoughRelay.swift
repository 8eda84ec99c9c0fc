internal import SystemCore
internal import TestSupport

/// Stands before two nodes and passes bytes on, until so many went by in all; then it does harm once,
/// and goes on.
actor RoughRelay: LoopResident {
  /// What it does to a connection.
  enum Harm: CaseIterable, Hashable, Sendable {
    /// Ends it on both sides.
    case end
    /// Ends it with bytes that were never read, which resets it.
    case reset
    /// Ends it for whoever called, and the other side waits.
    case half
    /// Passes nothing on any more, until it is told to end it.
    case stall
  }

  private final class Flow {
    /// The caller's and the called one's; nothing where it was closed.
    var sockets: [Socket?]
    let registrations: [SocketRegistration]
    /// What waits for room, by where it goes.
    var waiting: [[UInt8]] = [[], []]
    var isStalled = false

    init(_ sockets: [Socket], _ registrations: [SocketRegistration]) {
      self.sockets = sockets
      self.registrations = registrations
    }
  }

  nonisolated let loop: EventLoop
  /// Where the nodes are to find each other.
  nonisolated let addresses: [SocketAddress]
  /// Where the nodes have to listen: at the same ports, so that the address that a node makes of its
  /// caller's and the port it tells is one of these.
  nonisolated let upstreams: [SocketAddress]
  private let listeners: [Socket]
  private var registrations: [SocketRegistration] = []
  private var flows: [SocketID: Flow] = [:]
  private var buffer = ReadBuffer(capacity: 1 << 14)
  private var plan: (harm: Harm, bytes: Int)?
  private var waiter: CheckedContinuation<Void, Never>?
  /// How many bytes it has passed on.
  private(set) var passed = 0

  init(on loop: EventLoop) throws {
    self.loop = loop
    listeners = [
      try Socket.listen(at: .loopback(port: 0)), try Socket.listen(at: .loopback(port: 0)),
    ]
    addresses = listeners.compactMap(\.localAddress)
    // What comes from anywhere on this machine comes from 127.0.0.1.
    upstreams = addresses.map { .ipv4(0x7f00_0002, port: $0.port ?? 0) }
  }

  /// Takes connections from now on.
  func start() throws {
    for listener in listeners {
      let registration = try loop.register(listener, for: self)
      registration.setInterest(.read)
      registrations.append(registration)
    }
  }

  /// Ends everything.
  func stop() {
    for registration in registrations { registration.end() }
    for flow in flows.values { end(flow) }
  }

  /// Will do harm after so many bytes more.
  func prepare(_ harm: Harm, after bytes: Int) {
    plan = (harm, bytes)
  }

  /// Returns once it has done the harm that it was prepared for.
  func hasHarmed() async {
    guard plan != nil else { return }
    await withCheckedContinuation { waiter = $0 }
  }

  /// Ends the connections that are stalled.
  func endStalled() {
    for flow in flows.values where flow.isStalled { end(flow) }
  }

  func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {
    if let place = listeners.firstIndex(where: { $0.id == socket }) {
      while let client = try? listeners[place].accept() { take(client, upstreams[place]) }
      return
    }
    guard let flow = flows[socket],
      let side = flow.sockets.firstIndex(where: { $0?.id == socket })
    else { return }
    do {
      if readiness.contains(.writable) { try flush(flow, to: side) }
      if readiness.contains(.readable) || readiness.contains(.hungUp) {
        try pass(flow, from: side)
      }
    } catch {
      // Whoever is left sees that its connection ends.
      end(flow)
    }
  }

  private func take(_ client: Socket, _ upstream: SocketAddress) {
    do {
      let sockets = [client, try Socket.connect(to: upstream)]
      let flow = Flow(sockets, try sockets.map { try loop.register($0, for: self) })
      for (socket, registration) in zip(sockets, flow.registrations) {
        registration.setInterest(.read)
        flows[socket.id] = flow
      }
    } catch {
      // The client sees that its connection ends.
    }
  }

  private func pass(_ flow: Flow, from side: Int) throws {
    guard flow.waiting[1 - side].isEmpty else { return }
    if let plan, plan.bytes <= 0 { return spoil(flow, plan.harm) }
    switch try flow.sockets[side]?.receive(into: &buffer) {
    case .wouldBlock, nil: return
    case .endOfStream: return end(flow)
    case .bytes(let count):
      if flow.isStalled { return }
      passed += count
      plan?.bytes -= count
      flow.waiting[1 - side] = buffer.bytes
      try flush(flow, to: 1 - side)
    }
  }

  private func flush(_ flow: Flow, to side: Int) throws {
    var start = 0
    let bytes = flow.waiting[side]
    while start < bytes.count, let socket = flow.sockets[side] {
      guard case .sent(let count) = try socket.send(bytes, from: start) else { break }
      start += count
    }
    flow.waiting[side] = Array(bytes[start...])
    for here in flow.sockets.indices {
      var interest: SocketInterest = flow.waiting[1 - here].isEmpty ? .read : []
      if !flow.waiting[here].isEmpty { interest.insert(.write) }
      flow.registrations[here].setInterest(interest)
    }
  }

  /// Does the harm; what has come is still unread.
  private func spoil(_ flow: Flow, _ harm: Harm) {
    plan = nil
    switch harm {
    case .end:
      for socket in flow.sockets { _ = try? socket?.receive(into: &buffer) }
      end(flow)
    case .reset: end(flow)
    case .half:
      flow.isStalled = true
      flow.registrations[0].end()
      if let caller = flow.sockets[0] { flows[caller.id] = nil }
      flow.sockets[0] = nil
    case .stall: flow.isStalled = true
    }
    waiter?.resume()
    waiter = nil
  }

  private func end(_ flow: Flow) {
    for registration in flow.registrations { registration.end() }
    for case let socket? in flow.sockets { flows[socket.id] = nil }
  }
}
