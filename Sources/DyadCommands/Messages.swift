internal import CommandLineCore

/// What the program says beside its results, on standard error.
package enum Messages {
  /// Tells a failure and what to do about it.
  ///
  /// A reader of errors that has gone is no reason to fail once more.
  package static func report(_ failure: CommandFailure) {
    // A reader that has seen enough of the results is not to be told.
    guard failure.exitCode != .success else { return }
    let palette = Palette(for: .standardError)
    let head = palette.paint("dyad:", .red)
    var text = "\(head) \(TerminalText.clean(failure.message))\n"
    if let advice = failure.advice { text += "  \(TerminalText.clean(advice))\n" }
    try? Descriptor.standardError.write(Array(text.utf8))
  }

  /// Tells what a person should know, and no program has to.
  package static func note(_ text: String) {
    try? Descriptor.standardError.write(Array("dyad: \(TerminalText.clean(text))\n".utf8))
  }
}
