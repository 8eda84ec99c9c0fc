/// Why a field of a JSON object cannot be read; it names the field and never shows what it holds.
package struct FieldError: Error, Hashable {
  /// Where the field is: "members[1].unit".
  package var path: String
  /// Why it cannot be read.
  package var reason: String
  /// What to write instead, where there is something to say.
  package var advice: String?

  init(_ path: String, _ reason: String, advice: String? = nil) {
    self.path = path
    self.reason = reason
    self.advice = advice
  }
}

extension FieldError: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }
}
