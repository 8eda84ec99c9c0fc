internal import RPCCore
private import Synchronization

/// Both sides of one call, and what moves messages between them.
final class InProcessCall: CallTransport {
  /// Which side has something to be moved is not told apart: moving looks at both.
  fileprivate struct Moving {
    var isMoving = false
    var mustGoOn = false
    var toServer = 0
    var toClient = 0
    var hasEnded = false
    var end: CheckedContinuation<Void, Never>?
  }

  let client: ClientCall
  private let server: ServerCall
  private let options: CallOptions
  private let moving = Mutex(Moving())
  // What is on its way and not read yet. It must exceed the step in which credit comes back, or the
  // last bytes before the step would wait for ever.
  private let window: Int
  private let relay = Relay()

  init(_ request: CallRequest, options: CallOptions, number: UInt64, from peer: CallPeer) {
    self.options = options
    window = options.limits.creditStep + options.limits.outboundMark
    var request = request
    request.compressor = options.compressor
    request.answerCompressor = options.compressor
    let token = CallToken(connection: number, stream: 0)
    client = ClientCall(request, options: options, token: token, over: relay)
    server = ServerCall(
      request, from: peer, limits: options.limits, token: token, over: relay)
    if let compressor = options.compressor { client.expandAnswers(with: compressor) }
    relay.call.withLock { $0 = self }
  }

  func needsAttention(_ token: CallToken) {
    let begins = moving.withLock { moving in
      moving.mustGoOn = true
      defer { moving.isMoving = true }
      return !moving.isMoving
    }
    guard begins else { return }
    // One side's messages may make room on the other, so it goes round until nothing asks again.
    while moving.withLock({ $0.goesOn() }) {
      moveToServer()
      moveToClient()
    }
  }

  /// Answers the call; returns when the handler has returned.
  func run(_ handler: some CallHandler, clock: any Clock<Duration>) async {
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { [self] in
          await handler.handle(server)
          finish()
        }
        if let timeout = options.timeout {
          group.addTask { [self] in
            // A sleep that was cancelled is a call that has ended in time.
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            abort(RPCError(.deadlineExceeded, "the deadline passed"))
          }
        }
        await end()
        group.cancelAll()
      }
    } onCancel: {
      abort(RPCError(.unavailable, "the server was stopped"))
    }
  }

  /// Breaks the call off on both sides.
  func abort(_ error: RPCError) {
    client.service { $0.abort(error) }
    server.abort(error)
    relay.forget()
    finish()
  }

  private func moveToServer() {
    while true {
      let hasRoom = moving.withLock { $0.toServer < window }
      // A call that has ended sends nothing that takes room, but its handler must hear of the end.
      switch client.service({ hasRoom || $0.hasEnded ? $0.nextPart() : nil }) {
      case nil: return
      case .message(let message):
        moving.withLock { $0.toServer += message.wireCount }
        server.receiveMessage(message)
      case .halfClose: server.receiveEnd()
      case .cancel:
        server.abort(RPCError(.cancelled, "the caller cancelled the call"))
        relay.forget()
        finish()
      }
    }
  }

  private func moveToClient() {
    let read = server.service { $0.takeCredit() }
    let shown = client.service { $0.takeCredit() }
    moving.withLock { moving in
      moving.toServer -= read
      moving.toClient -= shown
      if read > 0 { moving.mustGoOn = true }
    }
    while moving.withLock({ $0.toClient }) < window {
      switch server.service({ $0.nextPart() }) {
      case nil: return
      case .headers(let metadata, _): client.service { $0.receiveHeaders(metadata) }
      case .message(let message):
        moving.withLock { $0.toClient += message.wireCount }
        client.service { $0.receiveMessage(message) }
      case .status(let status, let metadata):
        client.service { $0.receiveStatus(status, metadata) }
        relay.forget()
      }
    }
  }

  private func finish() {
    let end = moving.withLock { moving in
      moving.hasEnded = true
      defer { moving.end = nil }
      return moving.end
    }
    end?.resume()
  }

  private func end() async {
    await withCheckedContinuation { continuation in
      let hasEnded = moving.withLock { moving in
        if !moving.hasEnded { moving.end = continuation }
        return moving.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }
}

extension InProcessCall.Moving {
  fileprivate mutating func goesOn() -> Bool {
    isMoving = mustGoOn
    mustGoOn = false
    return isMoving
  }
}

/// Stands between a call and its two sides, which must know where to turn before the call is there.
///
/// The sides hold it and it holds the call, until nothing is left to be moved.
private final class Relay: CallTransport {
  let call = Mutex<InProcessCall?>(nil)

  func forget() {
    // The call may go with this, and must not while the lock is held.
    let last = call.withLock { call in
      defer { call = nil }
      return call
    }
    withExtendedLifetime(last) {}
  }

  func needsAttention(_ token: CallToken) {
    call.withLock { $0 }?.needsAttention(token)
  }
}
