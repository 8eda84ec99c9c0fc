/// What is wrong with a text that should be read.
package struct TextFlaw: Error, Hashable, Sendable {
  /// What was being attempted, as a verb phrase: "read a date".
  package var operation: String
  /// Why it could not be done.
  package var detail: String
  /// What to write instead, as a full line of its own, where there is something to say.
  package var advice: String?
}

extension TextFlaw: CustomStringConvertible {
  /// The message, without the advice.
  package var description: String { "cannot \(operation): \(detail)" }
}
