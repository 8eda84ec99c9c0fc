internal import CommandLineCore
internal import HealthModel
internal import StoreAccess

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
    _ failure: CommandFailure, by program: Program.Name = .dyad, on console: Console = .standard
  ) {
    // A reader that has seen enough of the results is not to be told.
    guard failure.exitCode != .success else { return }
    let head = console.errorPalette.paint("\(program.rawValue):", .red)
    var lines = ["\(head) \(TerminalText.clean(failure.message))"]
    if let advice = failure.advice { lines.append("  \(TerminalText.clean(advice))") }
    console.writeErrorLines(lines)
  }

  /// Tells what a person should know, and no program has to.
  package static func note(_ text: String, _ example: String? = nil) {
    let lines = ["dyad: \(text)"] + (example.map { ["  \($0)"] } ?? [])
    Console.standard.writeErrorLines(lines.map(TerminalText.clean))
  }

  /// Says why nothing is shown: there is no sample of the type, or none that the conditions mean.
  static func noteNothing(of type: ObjectType, _ data: any OwnerAccess) async {
    guard let known = try? await data.sources(of: type, where: .constant(true)) else { return }
    note(
      known.isEmpty
        ? "there are no samples of \(type.name)"
        : "there are samples of \(type.name), but none that the conditions mean")
  }
}
