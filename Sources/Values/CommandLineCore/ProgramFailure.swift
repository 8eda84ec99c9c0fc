/// Why a program ends: what it says, what can be done about it, and how it exits.
package struct ProgramFailure: Error, Hashable, Sendable {
  /// How it exits.
  package var exitCode: ExitCode
  /// "cannot VERB OBJECT: REASON".
  package var message: String
  /// What to do about it, where there is something to say.
  package var advice: String?

  /// States a failure.
  package init(_ exitCode: ExitCode, _ message: String, advice: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.advice = advice
  }
}
