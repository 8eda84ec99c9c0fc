package import HealthModel

extension SyncTransaction {
  /// The rows of one moment, committed or not; what it shows stays readable while it lives.
  ///
  /// One that was made in a transaction that was rolled back must not be used any more.
  package struct Pin: Sendable {
    let snapshot: Snapshot
    /// The head of the log at that moment.
    package let head: LogPlace
  }
}
