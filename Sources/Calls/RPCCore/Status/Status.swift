/// How a call ended: a code, and a sentence for people.
package struct Status: Hashable, Sendable {
  package var code: StatusCode
  package var message: String

  package init(_ code: StatusCode, _ message: String = "") {
    self.code = code
    self.message = message
  }

  /// All went well.
  package static let ok = Status(.ok)
}
