package import TextFormats

/// What the words of a command line, its input or its output got wrong.
package struct CommandLineError: Error, Hashable, Sendable {
  /// What a caller may react to; everything else is for the reader.
  package enum Code: Hashable, Sendable {
    /// The words on the command line do not fit the command.
    case usage
    /// The text that came in is not what was agreed.
    case invalidInput
    /// Reading or writing a stream failed.
    case inputOutput
    /// Whoever read our output has gone, so there is nobody to tell.
    case outputClosed
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "use option '--limt' of 'dyad query'".
  package var operation: String
  /// Why it could not be done.
  package var detail: String
  /// What to do about it, as a full line of its own, where there is something to say.
  package var advice: String?

  /// Makes an error that reads "cannot `operation`: `detail`".
  package init(_ code: Code, operation: String, detail: String, advice: String? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.advice = advice
  }

  /// What a text that came in got wrong.
  package init(_ flaw: TextFlaw) {
    self.init(
      .invalidInput, operation: flaw.operation, detail: flaw.detail, advice: flaw.advice)
  }

  /// How a program that ends because of this error exits.
  package var exitCode: ExitCode {
    switch code {
    case .usage: .usage
    case .invalidInput: .invalidInput
    case .inputOutput: .failure
    // As with `head`: a reader that has seen enough is no failure of ours.
    case .outputClosed: .success
    }
  }
}

extension CommandLineError: CustomStringConvertible {
  /// The message, without the advice.
  package var description: String { "cannot \(operation): \(detail)" }
}
