internal import ConformanceKit
internal import ConformanceWire

/// A step of the tool's that breaks a rule, and what a node says of it that shows the code.
///
/// The rest of the exchange is in order, so a node that does not look goes on.
struct BrokenStep: Sendable {
  /// The end of the case's path.
  let name: String
  let clause: String
  /// Which step, odd ones from 1 to 7.
  let step: Int
  let word: PairingRefusal
  let change: @Sendable (inout Message, PairingExchange) throws -> Void

  init(
    _ name: String, _ clause: String, step: Int, _ word: PairingRefusal = .malformed,
    _ change: @escaping @Sendable (inout Message, PairingExchange) throws -> Void
  ) {
    self.name = name
    self.clause = clause
    self.step = step
    self.word = word
    self.change = change
  }

  /// Plays it.
  var asCase: Case { Self.together(name, clause, [self]) }

  /// Plays several, one after the other, in one window; none of them may count as a guess.
  static func together(_ name: String, _ clause: String, _ steps: [BrokenStep]) -> Case {
    Case("pairing/refuses/\(name)", clause) { stage in
      let (device, code) = try stage.window()
      for step in steps {
        try step.name.told {
          let call = try device.exchange(code: code)
          try call.run(breaking: step.step, step.change)
          try call.expectRefusal(step.word)
        }
      }
    }
  }
}

extension String {
  /// Says in a deviation which of several things it was about.
  func told(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let deviation as Deviation {
      throw Deviation(expected: deviation.expected, observed: "\(self): \(deviation.observed)")
    } catch let flaw as PairingFlaw {
      throw Deviation(expected: flaw.expected, observed: "\(self): \(flaw.observed)")
    }
  }
}
