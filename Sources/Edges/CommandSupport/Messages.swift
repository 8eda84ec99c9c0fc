package import CommandLineCore

/// What the program says beside its results, on standard error.
package enum Messages {
  /// Tells a failure and what to do about it.
  ///
  /// A reader of errors that has gone is no reason to fail once more.
  ///
  /// - Parameters:
  ///   - failure: What to tell.
  ///   - program: Who tells it.
  ///   - console: Where.
  package static func report(
    _ failure: ProgramFailure, by program: String = "dyad", on console: Console = .standard
  ) {
    // A reader that has seen enough of the results is not to be told.
    guard failure.exitCode != .success else { return }
    let head = console.errorPalette.paint("\(program):", .red)
    var lines = ["\(head) \(TerminalText.clean(failure.message))"]
    if let advice = failure.advice { lines.append("  \(TerminalText.clean(advice))") }
    console.writeErrorLines(lines)
  }

  /// Tells what a person should know, and no program has to.
  package static func note(_ text: String, _ example: String? = nil) {
    let lines = ["dyad: \(text)"] + (example.map { ["  \($0)"] } ?? [])
    Console.standard.writeErrorLines(lines.map(TerminalText.clean))
  }
}
