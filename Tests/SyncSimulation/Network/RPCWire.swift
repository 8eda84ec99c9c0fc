package import RPCCore
private import RPCInProcess

/// A session between a watch and the phone as a stream of `dyad.v1.Sync`, without threads and without
/// bytes of a network: the watch calls, the phone answers, and a message arrives when the simulation
/// takes it.
package final class RPCWire<Message: Sendable>: SessionWire {
  private let executor = StepExecutor()
  private let transport = InProcessTransport()
  private let watch: RPCEnd<Message>
  private let phone: RPCEnd<Message>
  private let call: Task<Void, Never>
  private var sent: [WireSide: Int] = [.phone: 0, .watch: 0]
  private var taken: [WireSide: Int] = [.phone: 0, .watch: 0]
  private var isCut = false

  /// Opens a session.
  ///
  /// - Parameter coding: How messages become bytes and back.
  package init(_ coding: MessageCoding<Message>) {
    let method = Method<Message, Message>(
      MethodPath(service: "dyad.v1.Sync", method: "Session"), .bidirectional, request: coding,
      response: coding)
    let (watch, phone) = (RPCEnd<Message>(), RPCEnd<Message>())
    var router = Router()
    router.bidirectional(method) { requests, responses, _ in
      try await phone.run(
        send: { try await responses.send($0) }, finishSending: {},
        receive: { try await requests.next() })
    }
    (self.watch, self.phone) = (watch, phone)
    Task(executorPreference: executor) { [router, transport] in await transport.run(router) }
    call = Task(executorPreference: executor) { [transport] in
      // How the call ends is kept by its end.
      try? await Client(over: transport).withCall(method) { stream in
        try await watch.run(
          send: { try await stream.send($0) }, finishSending: { stream.finishSending() },
          receive: { try await stream.receive() })
      }
    }
    executor.runUntilIdle()
  }

  deinit { cut() }

  /// How many messages wait for a side.
  package func count(to side: WireSide) -> Int {
    isCut ? 0 : sent[side.other, default: 0] - taken[side, default: 0]
  }

  /// Puts a message on the wire; it is gone where the wire is cut.
  package func send(_ message: Message, from side: WireSide) {
    guard !isCut else { return }
    sent[side, default: 0] += 1
    end(side).put(message)
    executor.runUntilIdle()
  }

  /// Takes the next message that was sent to a side; `nil` where there is none.
  ///
  /// A message that cannot be decoded breaks the session off, as it would between processes: the wire
  /// is cut then.
  package func receive(at side: WireSide) -> Message? {
    guard count(to: side) > 0 else { return nil }
    end(side).ask()
    executor.runUntilIdle()
    guard let message = end(side).take() else {
      cut()
      return nil
    }
    taken[side, default: 0] += 1
    return message
  }

  /// Cuts the wire: what was sent and not taken is lost, both ways.
  package func cut() {
    guard !isCut else { return }
    isCut = true
    call.cancel()
    transport.beginShutdown()
    executor.runUntilIdle()
  }

  /// Ends the session in good order: both sides have said all and taken all.
  package func close() {
    watch.finish()
    phone.finish()
    for end in [watch, phone] { end.ask() }
    executor.runUntilIdle()
    cut()
  }

  /// Whether nothing of the call runs any more on either side.
  package var hasEnded: Bool { watch.ending != nil && phone.ending != nil }

  /// Whether both sides read to the end, and the call did not break off.
  package var endedWell: Bool { watch.ending == .finished && phone.ending == .finished }

  private func end(_ side: WireSide) -> RPCEnd<Message> { side == .watch ? watch : phone }
}
