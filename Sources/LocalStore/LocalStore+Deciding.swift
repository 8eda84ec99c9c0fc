package import HealthModel
package import HealthStorage

extension LocalStore {
  /// The user's answer to what an app asked for, or a change of mind: one commit, at once in force.
  ///
  /// - Throws: `invalidArgument` for types that no app may share or read, or for an app without a
  ///   bundle identifier.
  @discardableResult
  package func decide(
    _ decision: AccessDecision, for bundleIdentifier: String
  ) async throws -> Outcome {
    try decision.request.check()
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
