private import Synchronization

/// Says which operation fails: the `number`-th that is asked about, and no other.
package final class FaultPlan: Sendable {
  /// The operation that fails, counted from 1; `nil` lets all succeed.
  package let number: Int?
  private let asked = Atomic(0)

  /// States which operation fails.
  package init(failing number: Int?) {
    self.number = number
  }

  /// Counts one operation; whether it is the one that fails.
  package func strikes() -> Bool {
    asked.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue == number
  }

  /// How many operations were counted.
  package var operations: Int { asked.load(ordering: .sequentiallyConsistent) }

  /// Whether the operation that fails was reached.
  package var hasStruck: Bool {
    guard let number else { return false }
    return operations >= number
  }
}

/// More operations than any sweep of ours has; reaching it means that a body never ends a run
/// without a fault.
package let mostSweptOperations = 100_000

/// Runs `body` with the first operation failing, then the second, until a run meets no fault.
///
/// - Parameters:
///   - stride: Fails every `stride`-th operation only, for a long body.
///   - body: One run; it asks the plan before each operation.
/// - Returns: How many runs met a fault.
/// - Throws: What `body` throws.
@discardableResult
package func failingEachOperation<Failure: Error>(
  stride: Int = 1, _ body: (FaultPlan) throws(Failure) -> Void
) throws(Failure) -> Int {
  var struck = 0
  var number = 1
  while true {
    precondition(number <= mostSweptOperations, "the sweep never meets its end")
    let plan = FaultPlan(failing: number)
    try body(plan)
    guard plan.hasStruck else { return struck }
    struck += 1
    number += stride
  }
}

/// The same for a body that waits.
@discardableResult
package func failingEachOperation<Failure: Error>(
  stride: Int = 1, _ body: (FaultPlan) async throws(Failure) -> Void
) async throws(Failure) -> Int {
  var struck = 0
  var number = 1
  while true {
    precondition(number <= mostSweptOperations, "the sweep never meets its end")
    let plan = FaultPlan(failing: number)
    try await body(plan)
    guard plan.hasStruck else { return struck }
    struck += 1
    number += stride
  }
}
