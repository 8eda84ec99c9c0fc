package import HealthModel
package import SyncCore

extension ModelSchedule {
  /// Where the rules and the model part.
  package struct Disagreement: Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Runs the schedule with the rules in Swift.
  ///
  /// - Parameters:
  ///   - bug: The rule to break; only builds with deliberate bugs can.
  ///   - makeWire: What carries the messages of each session; they pass as values without it.
  /// - Returns: The first moment at which a node holds something else than in the model, with what
  ///   the nodes hold; `nil` where there is none.
  /// - Throws: What a store or a rule throws.
  package func replay(
    with bug: DeliberateBug? = nil, over makeWire: (() -> any SessionWire<SyncMessage>)? = nil
  ) throws -> Disagreement? {
    let world = try ModelWorld(profile, bug: bug, makeWire: makeWire)
    var expected = world.state.hash
    for (index, step) in steps.enumerated() {
      try world.apply(step.event)
      expected = step.hash ?? expected
      guard world.state.hash == expected else {
        return disagreement("after event \(index + 1), \(step.event)", world)
      }
    }
    try world.settle()
    return world.state.text == settled ? nil : disagreement("after settling", world)
  }

  private func disagreement(_ moment: String, _ world: ModelWorld) -> Disagreement {
    Disagreement(
      description: "schedule \(name) \(profile.rawValue), \(moment):\n"
        + world.state.text)
  }
}
