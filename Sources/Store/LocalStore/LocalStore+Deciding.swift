package import HealthModel
package import HealthStorage

extension LocalStore {
  /// Whether a phone has decided for this store, which then decides nothing by itself.
  package var isDecidedByPhone: Bool { syncRecord.settings.version != .none }

  /// Checks that what its owner decides may be decided here.
  ///
  /// - Throws: `healthDataRestricted` for the store of a watch.
  package func checkMayDecide(to operation: String) throws(ModelError) {
    guard isDecidedByPhone else { return }
    throw ModelError(
      .healthDataRestricted, cannot: operation,
      "this is the store of a watch, and its phone decides; ask with 'dyadd' running")
  }

  /// The user's answer to what an app asked for, or a change of mind: one commit, at once in force.
  ///
  /// - Throws: `invalidArgument` for types that no app may share or read, or for an app without a
  ///   bundle identifier.
  @discardableResult
  package func decide(
    _ decision: AccessDecision, for bundleIdentifier: String
  ) async throws -> Outcome {
    try decision.check()
    guard !bundleIdentifier.isEmpty, bundleIdentifier.utf8.count <= Source.mostTextBytes,
      !bundleIdentifier.utf8.contains(0)
    else {
      throw ModelError(
        .invalidArgument, cannot: "decide",
        "an app needs a bundle identifier of at most \(Source.mostTextBytes) bytes")
    }
    return try await writer.decide(decision, for: bundleIdentifier)
  }
}
