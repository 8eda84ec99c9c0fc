/// Something that was decided on a node, or happened to a pair of nodes, for people to read.
///
/// It holds no health value, code or key. Parts of it come from somebody else, a name say, so that
/// texts are cut and lose what a terminal would act on.
package struct AuditEntry: Hashable, Sendable {
  /// As many Unicode scalars as a text may have.
  package static let mostScalars = 256

  /// In seconds since 2001-01-01 UTC, by the node's clock.
  package let at: Double
  /// What happened, in a word or two that programs can search for: "paired".
  package let event: String
  /// Whom it concerns, as its id or its bundle identifier; may be empty.
  package let subject: String
  /// A sentence at most; may be empty.
  package let detail: String

  /// States what happened.
  package init(at: Double, event: String, subject: String = "", detail: String = "") {
    self.at = at
    self.event = Self.tidy(event)
    self.subject = Self.tidy(subject)
    self.detail = Self.tidy(detail)
  }

  private static func tidy(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter(isShown).prefix(mostScalars))
    return String(scalars)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
