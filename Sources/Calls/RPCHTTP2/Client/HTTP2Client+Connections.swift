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
      // A client that was cancelled asks for nothing any more.
      if !(error is CancellationError) { tell(ConnectionFailure(error)) }
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
      } catch let error as SystemError where error.code == .busy && rest.isEmpty {
        return standInLine(error)
      } catch {
        tell(ConnectionFailure(error))
        why = "\(error)"
      }
    }
    pause(why)
  }

  func open(_ address: SocketAddress) throws {
    let socket = try Socket.connect(to: address)
    try socket.breakUnlessDelivered(within: configuration.timeouts.delivery)
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
    let number = lastNumber
    let link = Link(socket, registration, tls: tls) { [weak self] in
      self?.leave { $0.gates.append(number) }
    }
    let connection = ClientConnection(
      number: number, link: link, session: session, configuration, timeouts: timeouts,
      now: loop.now)
    registration.setInterest([.read, .write])
    connections[connection.number] = connection
    numberOfSocket[socket.id] = connection.number
    current = connection
    setAlarm(for: connection)
  }

  /// Waits for a place in the line of a server that is there, for as long as it may take to answer.
  private func standInLine(_ error: SystemError) {
    var (since, tries) = (loop.now, 0)
    if case .inLine(let first, let earlier) = phase { (since, tries) = (first, earlier) }
    guard loop.now < since.advanced(by: configuration.timeouts.handshake) else {
      tell(ConnectionFailure(error))
      return pause("\(error)")
    }
    tries += 1
    phase = .inLine(since: since, tries: tries)
    let delay = Self.line.delay(after: tries, using: &chance)
    _ = alarms.schedule(.retry, at: loop.now.advanced(by: delay))
  }

  /// A line moves fast where it moves at all.
  private static let line = {
    var line = Backoff()
    line.first = .milliseconds(2)
    line.longest = .milliseconds(200)
    return line
  }()

  /// No address could be reached; those who wait patiently make it try again later.
  private func pause(_ why: String) {
    phase = .idle
    current = nil
    failures += 1
    // The system names the address as well; where that is what was asked for, once is enough.
    let what = "cannot connect to \(configuration.endpoint): "
    unreachable = RPCError(.unavailable, why.hasPrefix(what) ? why : what + why)
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
      return end(connection, connection.note(.failed(error, of: connection.link)))
    }
    var fate = ClientConnection.Fate.lives
    if !readiness.isDisjoint(with: [.readable, .hungUp]) {
      let (wasReached, wasReady) = (connection.peer != nil, connection.isReady)
      fate = connection.receive(with: &buffers, now: loop.now)
      if !wasReached, let peer = connection.peer { configuration.observer.reached(peer) }
      if !wasReady, connection.isReady { becomeReady(connection) }
      noteGoingAway(connection)
    }
    takeEnded(from: connection)
    follow(fate, of: connection)
  }

  private func follow(_ fate: ClientConnection.Fate, of connection: ClientConnection) {
    switch fate {
    case .lives: touch(connection)
    case .fails(let ending):
      breakOff(connection, ending)
      touch(connection)
    case .ended(let ending): end(connection, ending)
    }
  }

  /// Ends the calls of a connection with the reason why they get nothing more.
  private func breakOff(_ connection: ClientConnection, _ ending: ClientConnection.Ending) {
    // Whoever makes a call and sees it fail may want to know what was told.
    if let failure = connection.takeFailure() { tell(failure) }
    connection.session.abortAll(
      RPCError(.unavailable, "the connection was lost: \(ending.words)"))
    takeEnded(from: connection)
  }

  private func tell(_ failure: ConnectionFailure) {
    configuration.observer.connectionFailed(failure)
  }

  private func becomeReady(_ connection: ClientConnection) {
    if let peer = connection.peer { configuration.observer.connected(to: peer) }
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
      if let failure = connection.takeFailure() { tell(failure) }
      tryAddresses(rest, connection.ending?.words ?? "the server is going away")
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
    switch fate {
    case .lives, .fails: setAlarm(for: connection)
    case .ended(let ending): end(connection, ending)
    }
  }

  func end(_ connection: ClientConnection, _ ending: ClientConnection.Ending) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    numberOfSocket[connection.link.socket.id] = nil
    if let alarm = connection.alarm { alarms.cancel(alarm.timer) }
    let wasReady = connection.isReady
    let wasCurrent = current === connection
    if wasCurrent { current = nil }
    // Nobody has looked at calls of a connection that never came about.
    breakOff(connection, ending)
    connection.link.close()
    if wasCurrent, !wasReady {
      if case .connecting(let rest) = phase { tryAddresses(rest, ending.words) }
    } else if !waiting.isEmpty {
      connect()
    }
    wakeRun()
  }

  package func timerFired(_ timer: TimerID) {
    switch alarms.fired(timer) {
    case nil, .listener: return
    case .call(let alarm): deadlinePassed(alarm.token)
    case .connection(let number):
      guard let connection = connections[number] else { return }
      connection.alarm = nil
      follow(connection.check(now: loop.now), of: connection)
    case .retry:
      if case .inLine = phase, case .address(let address) = configuration.endpoint, !waiting.isEmpty
      {
        return tryAddresses([address], "")
      }
      phase = .idle
      if !waiting.isEmpty { connect() }
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
