/// Why an archive, or a member of it, cannot be read.
package struct ZipError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// It is no archive, or its parts contradict each other.
    case corrupt
    /// It ends too early.
    case truncated
    /// It is larger than anybody needs.
    case tooLarge
    /// It is of a kind that is not read, such as one with a password.
    case unsupported
  }

  /// What a caller may react to.
  package var code: Code
  /// The reason, as "the member says …".
  package var detail: String

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}

extension ZipError: CustomStringConvertible {
  /// "cannot read the archive: REASON".
  package var description: String { "cannot read the archive: \(detail)" }
}
