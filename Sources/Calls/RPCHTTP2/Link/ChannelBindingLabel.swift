/// What a secret is for that both ends of a connection derive from it (RFC 8446 §7.5).
///
/// Each use has a label of its own; both ends must be told the same one.
package struct ChannelBindingLabel: Hashable, Sendable, ExpressibleByStringLiteral {
  /// How many bytes the secret has.
  package static var byteCount: Int { 32 }

  /// The longest that TLS 1.3 has room for beside its own prefix.
  private static let longest = 249

  let text: String

  /// Takes a label, which should begin with "EXPORTER-".
  package init(stringLiteral text: String) {
    precondition(
      (1...Self.longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 < 0x80 },
      "a label has 1 to \(Self.longest) ASCII characters")
    self.text = text
  }
}
