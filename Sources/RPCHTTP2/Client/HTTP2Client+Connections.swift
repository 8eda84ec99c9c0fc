internal import HTTP2Core
internal import RPCCore
package import SystemCore
internal import TLSCore

// Connecting.
extension HTTP2Client {
  func connect() {
    guard case .idle = phase, !isStopping else { return }
    if let current, current.isOpen { return }
    switch configuration.endpoint {
    case .address(let address): tryAddresses([address], "")
    case .name:
      phase = .resolving
      wantsAddresses = true
      wakeRun()
    }
  }

  func resolve() async {
    do {
      let addresses = try await configuration.endpoint.addresses()
      tryAddresses(addresses, "the name has no address")
    } catch {
      pause("\(error)")
    }
  }

  private func tryAddresses(_ addresses: [SocketAddress], _ lastFailure: String) {
    // The names may have been looked up for longer than anybody waits.
    guard !isStopping else { return }
    var why = lastFailure
    var rest = addresses[...]
    while let address = rest.popFirst() {
      do {
        try open(address)
        phase = .connecting(rest: Array(rest))
        return
      } catch {
        why = "\(error)"
      }
    }
    pause(why)
  }

  func open(_ address: SocketAddress) throws {
    let socket = try Socket.connect(to: address)
    let registration = try loop.register(socket, for: self)
    var tls: TLSConnection?
    if case .tls(let tlsConfiguration, let serverName) = configuration.security {
      tls = try TLSConnection(tlsConfiguration, serverName: serverName)
    }
    let session = try ClientSession(
      limits: configuration.limits, scheme: tls == nil ? "http" : "https", authority: authority)
    var timeouts = configuration.timeouts
    timeouts.keepalive = keepalive
    lastNumber += 1
    let connection = ClientConnection(
      number: lastNumber, link: Link(socket, registration, tls: tls), session: session,
      timeouts: timeouts, now: loop.now)
    registration.setInterest([.read, .write])
    connections[connection.number] = connection
    numberOfSocket[socket.id] = connection.number
    current = connection
    setAlarm(for: connection)
  }

  /// No address could be reached; those who wait patiently make it try again later.
  private func pause(_ why: String) {
    phase = .idle
    current = nil
    failures += 1
    unreachable = RPCError(
      .unavailable, "cannot connect to \(configuration.endpoint): \(why)")
    failWaiting(unreachable, keepingPatient: true)
    guard !waiting.isEmpty, !isStopping else { return }
    let delay = configuration.backoff.delay(after: failures, using: &chance)
    phase = .pausing(alarms.schedule(.retry, at: loop.now.advanced(by: delay)))
  }
}

// Connections.
extension HTTP2Client {
  package func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {
    guard let number = numberOfSocket[socket], let connection = connections[number] else { return }
    do {
      try connection.finishConnecting()
    } catch {
      return end(connection, "\(error)")
    }
    var fate = ClientConnection.Fate.lives
    if !readiness.isDisjoint(with: [.readable, .hungUp]) {
      let wasReady = connection.isReady
      fate = connection.receive(with: &buffers, now: loop.now)
      if !wasReady, connection.isReady { becomeReady(connection) }
      noteGoingAway(connection)
    }
    takeEnded(from: connection)
    if case .ended(let why) = fate { end(connection, why) } else { touch(connection) }
  }

  private func becomeReady(_ connection: ClientConnection) {
    guard current === connection else { return }
    failures = 0
    phase = .idle
    placeWaiting()
  }

  private func noteGoingAway(_ connection: ClientConnection) {
    if connection.session.takeTooManyPings() { keepalive = max(keepalive, .seconds(10)) * 2 }
    guard current === connection, !connection.isOpen else { return }
    current = nil
    // It never came about, so nobody has to wait until it is gone.
    if !connection.isReady, case .connecting(let rest) = phase {
      tryAddresses(rest, connection.reason ?? "the server is going away")
    }
  }

  func touch(_ connection: ClientConnection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    if touched.isEmpty { loop.requestTurnEnd(for: self) }
    touched.append(connection)
  }

  func flush(_ connection: ClientConnection) {
    connection.isTouched = false
    guard connections[connection.number] != nil else { return }
    let fate = connection.flush(with: &buffers, now: loop.now)
    takeEnded(from: connection)
    if case .ended(let why) = fate { end(connection, why) } else { setAlarm(for: connection) }
  }

  func end(_ connection: ClientConnection, _ why: String) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    numberOfSocket[connection.link.socket.id] = nil
    if let alarm = connection.alarm { alarms.cancel(alarm.timer) }
    let wasReady = connection.isReady
    let wasCurrent = current === connection
    if wasCurrent { current = nil }
    // Nobody has looked at calls of a connection that never came about.
    connection.session.abortAll(RPCError(.unavailable, "the connection was lost: \(why)"))
    takeEnded(from: connection)
    connection.link.close()
    if wasCurrent, !wasReady {
      if case .connecting(let rest) = phase { tryAddresses(rest, why) }
    } else if !waiting.isEmpty {
      connect()
    }
    wakeRun()
  }

  package func timerFired(_ timer: TimerID) {
    switch alarms.fired(timer) {
    case nil, .listener: return
    case .call(let token): deadlinePassed(token)
    case .connection(let number):
      guard let connection = connections[number] else { return }
      connection.alarm = nil
      if case .ended(let why) = connection.check(now: loop.now) {
        end(connection, why)
      } else {
        touch(connection)
      }
    case .retry:
      phase = .idle
      connect()
    }
  }

  private func deadlinePassed(_ token: CallToken) {
    guard let placement = calls[token.connection] else { return }
    calls[token.connection]?.timer = nil
    placement.call.service { $0.abort(RPCError(.deadlineExceeded, "the deadline passed")) }
    guard let place = placement.place, let connection = connections[place.connection] else {
      return finish(token.connection)
    }
    connection.session.cancel(place.stream)
    touch(connection)
    takeEnded(from: connection)
  }

  private func setAlarm(for connection: ClientConnection) {
    let next = connection.vigil.next
    if let alarm = connection.alarm {
      guard next < alarm.at else { return }
      alarms.cancel(alarm.timer)
    }
    connection.alarm = (alarms.schedule(.connection(connection.number), at: next), next)
  }
}
