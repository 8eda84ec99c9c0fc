package import HealthStorage

/// Works with the store in the transaction of a commit, and returns who hears that it became durable, or why not.
package typealias CommitCompanion =
  @Sendable (inout StoreWriter) throws -> ((_ failure: (any Error)?) -> Void)?
