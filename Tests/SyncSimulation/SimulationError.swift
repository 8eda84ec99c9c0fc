/// Why a simulated node could not do what was asked of it.
package struct SimulationError: Error, Hashable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// The process ended at a commit, as a fault wanted it.
    case crashed
    /// What was asked for is refused, as a real store refuses it.
    case refused
    /// A rule broke the contract of the store.
    case misused
    /// What must hold whatever happens did not.
    case violated
    /// The text of a schedule cannot be read.
    case malformed
  }

  package var code: Code
  /// What was being attempted, as a verb phrase.
  package var operation: String
  package var detail: String

  package init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  package var description: String { "cannot \(operation): \(detail)" }
}
