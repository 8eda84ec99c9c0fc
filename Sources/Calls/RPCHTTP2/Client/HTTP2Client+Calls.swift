internal import HTTP2Core
internal import RPCCore

// Calls: where each is, and what becomes of it.
extension HTTP2Client {
  // Servers that go away one after the other must not keep a call going round.
  private static let mostRefusals = 3

  func begin(_ call: ClientCall) {
    guard !isStopping else {
      return call.service { $0.abort(RPCError(.unavailable, "the client was shut down")) }
    }
    let number = call.token.connection
    var placement = Placement(call: call)
    if let deadline = call.request.deadline {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else {
        return call.service { $0.abort(RPCError(.deadlineExceeded, "the deadline passed")) }
      }
      placement.timer = alarms.schedule(.deadline(call.token), after: left)
    }
    calls[number] = placement
    place(call)
  }

  func place(_ call: ClientCall) {
    let number = call.token.connection
    if let current, current.isReady, current.isOpen, let peer = current.peer,
      let stream = current.session.open(call, at: peer, behind: current.link.gate)
    {
      calls[number]?.place = (current.number, stream)
      touch(current)
      takeEnded(from: current)
    } else if case .pausing = phase, !call.options.waitsForConnection {
      call.service { $0.abort(unreachable) }
      finish(number)
    } else {
      waiting.append(number)
      connect()
    }
  }

  func serve(_ token: CallToken) {
    guard let placement = calls[token.connection] else { return }
    if let place = placement.place, let connection = connections[place.connection] {
      connection.session.service(place.stream)
      touch(connection)
      takeEnded(from: connection)
    } else if placement.call.service({ $0.hasEnded }) {
      // It was cancelled before it got anywhere.
      finish(token.connection)
    }
  }

  func finish(_ number: UInt64) {
    guard let placement = calls.removeValue(forKey: number) else { return }
    if let timer = placement.timer { alarms.cancel(timer) }
    if placement.place == nil { waiting.removeAll { $0 == number } }
    placement.call.service { $0.abort(RPCError(.unavailable, "the client was stopped")) }
    wakeRun()
  }

  func takeEnded(from connection: ClientConnection) {
    let session = connection.session
    while !session.ended.isEmpty || !session.refused.isEmpty {
      let ended = session.ended
      session.ended.removeAll(keepingCapacity: true)
      for number in ended { finish(number) }
      let refused = session.refused
      session.refused = []
      for call in refused { retry(call, refusedBy: connection) }
    }
  }

  /// Makes a call again that the server did not look at.
  func retry(_ call: ClientCall, refusedBy connection: ClientConnection) {
    calls[call.token.connection]?.place = nil
    if connection === current, !connection.isOpen { current = nil }
    let refusals = calls[call.token.connection]?.refusals ?? 0
    // A server that goes on is busy, and would refuse again and again.
    let limit = current === connection ? 1 : Self.mostRefusals
    guard !isStopping, refusals < limit else {
      call.service { $0.abort(ResetCodes.error(.refusedStream)) }
      return finish(call.token.connection)
    }
    calls[call.token.connection]?.refusals = refusals + 1
    place(call)
  }

  func failWaiting(_ error: RPCError, keepingPatient: Bool = false) {
    let numbers = waiting
    waiting = []
    for number in numbers {
      guard let call = calls[number]?.call else { continue }
      if keepingPatient, call.options.waitsForConnection {
        waiting.append(number)
      } else {
        call.service { $0.abort(error) }
        finish(number)
      }
    }
  }

  func placeWaiting() {
    let numbers = waiting
    waiting = []
    for number in numbers {
      if let call = calls[number]?.call { place(call) }
    }
  }
}
