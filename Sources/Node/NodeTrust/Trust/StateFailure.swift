package import SystemCore

/// Why what a node keeps in its state folder cannot be used; it is left as it is.
package struct StateFailure: Error, Hashable {
  /// What is wrong with it.
  package enum Cause: Hashable, Sendable {
    /// It is not what was written.
    case damaged
    /// It is whole, and must not be used so.
    case refused
    /// The system refused to read or write it.
    case system(SystemError)
  }

  /// What is wrong.
  package var cause: Cause
  /// "cannot VERB OBJECT: REASON".
  package var message: String
  /// What to do about it, where there is something to say.
  package var advice: String?

  /// States a failure.
  package init(_ cause: Cause, _ message: String, advice: String? = nil) {
    self.cause = cause
    self.message = message
    self.advice = advice
  }

  /// States that the system refused.
  package init(_ error: SystemError) {
    self.init(.system(error), error.description)
  }
}
