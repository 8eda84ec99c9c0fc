/// An identity could not be made, read or used.
package struct IdentityError: Error, Hashable, CustomStringConvertible {
  /// What was being attempted and why it failed: "cannot make a key: REASON".
  package let description: String

  package init(cannot operation: String, _ reason: String) {
    description = "cannot \(operation): \(reason)"
  }
}
