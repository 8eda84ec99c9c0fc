internal import ConformanceKit
internal import ConformanceWire

extension PairingCall {
  /// Goes on up to a step of the tool's, and breaks that.
  ///
  /// With a saboteur that mends, the step goes as it should.
  func run(
    breaking step: Int, _ change: (inout Message, PairingExchange) throws -> Void
  ) throws {
    let mends = call.stream.link.scene.interference.mends
    try run(until: step) { number, message in
      guard number == step, !mends else { return message.encoded() }
      var message = message
      try change(&message, exchange)
      return message.encoded()
    }
  }

  /// Goes on up to a step of the tool's, and sends something else in its place.
  func run(sending bytes: [UInt8], inPlaceOf step: Int) throws {
    let mends = call.stream.link.scene.interference.mends
    try run(until: step) { number, message in
      number == step && !mends ? bytes : message.encoded()
    }
  }

  /// Sees the node refuse in the place of its next step.
  func expectRefusal(_ word: PairingRefusal) throws {
    let refused = try end()
    try Deviation.unless(
      refused.isRefusal(word), "the refusal \(word.rawValue), with its status", "\(refused)")
  }
}

extension CallRefused {
  /// Sees a call be refused, with a word.
  static func expect(_ word: PairingRefusal, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refused as CallRefused {
      try Deviation.unless(
        refused.isRefusal(word), "the refusal \(word.rawValue), with its status", "\(refused)")
      return
    }
    throw Deviation(expected: "the refusal \(word.rawValue)", observed: "an answer")
  }

  /// Sees a device not be taken for a peer, by an alert or a word.
  static func expectStranger(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch WireError.refused {
      return
    } catch let refused as CallRefused where refused.isRefusal(.notPaired) {
      return
    }
    throw Deviation(expected: "no pair", observed: "the node takes the device for its peer")
  }
}
