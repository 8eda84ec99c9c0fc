/// Why a run could not be begun or ended as it was asked for.
package struct RunFailure: Error, Hashable {
  /// How the program ends because of it.
  package let exit: RunExit
  /// "cannot VERB OBJECT: REASON".
  package let message: String
  /// What to do about it, where there is something to say.
  package let advice: String?

  /// Makes a failure.
  package init(_ exit: RunExit, _ message: String, advice: String? = nil) {
    self.exit = exit
    self.message = message
    self.advice = advice
  }
}

extension RunFailure: CustomStringConvertible {
  package var description: String { message }
}
