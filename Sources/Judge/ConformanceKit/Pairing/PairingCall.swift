package import ConformanceWire

/// An exchange with the node under test over one call, which either of the two made.
package final class PairingCall {
  /// "dyad.v1.Pairing/Pair".
  package static let method = "dyad.v1.Pairing/Pair"

  package let call: Call
  /// How far it has come.
  package private(set) var exchange: PairingExchange

  package init(_ call: Call, _ exchange: PairingExchange) {
    self.call = call
    self.exchange = exchange
  }

  /// Goes on with the exchange.
  ///
  /// - Parameters:
  ///   - last: The step after which it stops.
  ///   - deadline: Until when each step of the node may take; the patience of the scene otherwise.
  ///   - change: What is sent in the place of a step of the tool's, by its number.
  /// - Throws: ``PairingFlaw`` for a step that the text does not allow, ``CallRefused`` for the end of the
  ///   call in the place of a step, ``WireError``.
  package func run(
    until last: Int = PairingExchange.stepCount, by deadline: Deadline? = nil,
    changing change: (Int, Message) throws -> [UInt8] = { $1.encoded() }
  ) throws {
    while !exchange.isPaired, exchange.step <= last {
      let step = exchange.step
      // The closures may look at the exchange meanwhile; a step that fails changes nothing.
      var next = exchange
      try next.run(
        until: step, changing: change, send: { try call.send($0) },
        receive: { try receive(step, by: deadline) })
      exchange = next
    }
  }

  /// Sends anything, whatever the exchange has come to.
  package func send(_ bytes: [UInt8]) throws(WireError) {
    try call.send(bytes)
  }

  /// How the node ends the call, before it says anything more.
  ///
  /// - Throws: ``PairingFlaw`` where it says something, ``WireError``.
  package func end(by deadline: Deadline? = nil) throws -> CallRefused {
    let step = min(exchange.step, PairingExchange.stepCount)
    switch try call.receive(by: deadline) {
    case .message(let bytes):
      throw PairingFlaw(
        step: step, "PAIR-STEP-LAST", expected: "the end of the call",
        observed: "a message of \(bytes.count) bytes")
    case .end(let end): return CallRefused(call.method, end, step: step)
    }
  }

  /// As the one who shows the code, refuses to go on.
  package func refuse(_ word: PairingRefusal) throws(WireError) {
    try call.end(
      word.status, "cannot pair: \(word.rawValue)",
      trailers: [HeaderField(PairingRefusal.trailer, word.rawValue)])
  }

  private func receive(_ step: Int, by deadline: Deadline?) throws -> [UInt8] {
    switch try call.receive(by: deadline) {
    case .message(let bytes): return bytes
    case .end(let end): throw CallRefused(call.method, end, step: step)
    }
  }
}
