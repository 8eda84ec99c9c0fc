package import HealthModel

extension RegisteredApp {
  /// As long as a bundle identifier may be: a file name has at most 255 bytes, and the longest that is
  /// made of it ends in ".token.new".
  static let mostIdentifierBytes = 245

  /// Checks what the owner says of an app.
  ///
  /// - Throws: `invalidArgument`, which says what cannot be.
  package func check() throws(ModelError) {
    guard Self.isIdentifier(bundleIdentifier) else {
      throw Self.refusal(
        "a bundle identifier is 1 to \(Self.mostIdentifierBytes) letters, digits, dots, hyphens and "
          + "underscores, the first a letter or a digit")
    }
    for (text, what) in [
      (name, "name"), (readReason, "reason for reading"), (shareReason, "reason for sharing"),
    ] where !Self.isShown(text) {
      throw Self.refusal(
        "the \(what) has more than \(AccessQuestion.mostTextBytes) bytes or something in it that "
          + "cannot be shown")
    }
    if !start.isEmpty, let flaw = Subscription.Target.command(start).flaw {
      throw Self.refusal(flaw)
    }
  }

  /// Whether apps can be called so, and files after them.
  static func isIdentifier(_ text: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = text.utf8.first, text.utf8.count <= mostIdentifierBytes else { return false }
    return isAlphanumeric(first)
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  private static func isShown(_ text: String) -> Bool {
    text.utf8.count <= AccessQuestion.mostTextBytes
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "add the app", detail)
  }
}
