/// Why bytes are no message.
package struct MessageError: Error, Hashable, CustomStringConvertible {
  /// What was being read: "SyncMessage", "a tag".
  package let subject: String
  package let reason: String

  package init(_ subject: String, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }

  package var description: String { "cannot read \(subject): \(reason)" }
}
