/// How the program ends; each number means the same in every command.
package enum RunExit: Int32, CaseIterable, Hashable, Sendable {
  /// Every case that could be asked was answered as the clauses say.
  case held = 0
  /// At least one clause is broken, or a listed known failure passes.
  case deviates = 1
  /// The words on the command line do not fit, or name nothing.
  case usage = 2
  /// Nothing deviates, but at least one case could not tell.
  case undecided = 3
  /// There is no node to ask.
  case unreachable = 4
  /// The tool itself could not go on, as where a report cannot be written.
  case failed = 5

  /// One line for a reader of help.
  package var meaning: String {
    switch self {
    case .held: "all that was asked held"
    case .deviates: "something deviates, or a known failure passes now"
    case .usage: "the words on the command line do not fit, or name no case"
    case .undecided: "nothing deviates, but a case could not tell, was cut off, or none applied"
    case .unreachable: "the target cannot be reached at all"
    case .failed: "the tool could not go on, such as where a report cannot be written"
    }
  }
}
