package import ConformanceWire

extension PairingExchange {
  /// Goes on with the exchange over anything that carries messages.
  ///
  /// - Parameters:
  ///   - last: The step after which it stops.
  ///   - change: What is sent in the place of a step of this side, by its number.
  ///   - send: Sends a message.
  ///   - receive: Waits for the next message of the other side.
  /// - Throws: ``PairingFlaw``, or what the closures throw.
  package mutating func run(
    until last: Int = stepCount,
    changing change: (Int, Message) throws -> [UInt8] = { $1.encoded() },
    send: ([UInt8]) throws -> Void, receive: () throws -> [UInt8]
  ) throws {
    while !isPaired, step <= last {
      if let message = next {
        let bytes = try change(step, message)
        try send(bytes)
        noteSent(bytes)
      } else if isOurTurn {
        // A case changed an earlier step so that there is nothing left to prove.
        throw PairingFlaw(
          step: step, "PAIR-STEP-LAST", expected: "a refusal of an earlier step", observed: "none")
      } else {
        try self.receive(try receive())
      }
    }
  }
}
