package import HealthStorage

/// Works with the store in the transaction of a commit, and returns who hears whether it became durable.
package typealias CommitCompanion =
  @Sendable (inout StoreWriter) throws -> ((_ isDurable: Bool) -> Void)?
