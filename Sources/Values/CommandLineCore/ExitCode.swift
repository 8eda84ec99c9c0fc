/// How a program ends; each number means the same in every command.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// All was done.
  case success = 0
  /// Something failed that no other code names.
  case failure = 1
  /// The words on the command line do not fit the command.
  case usage = 2
  /// What was asked for does not exist.
  case notFound = 3
  /// Not authorized, or a rule of the store forbids it.
  case refused = 4
  /// Stored data is damaged.
  case damaged = 5
  /// Another process owns the store.
  case busy = 6
  /// The input is not what the command reads.
  case invalidInput = 7
  /// The anchor fits no log of this store.
  case startOver = 8

  /// One line for a reader of help.
  package var meaning: String {
    switch self {
    case .success: "all was done"
    case .failure: "something failed that no other code names"
    case .usage: "the words on the command line do not fit the command"
    case .notFound: "what was asked for does not exist"
    case .refused: "not authorized, or a rule of the store forbids it"
    case .damaged: "stored data is damaged"
    case .busy: "another process owns the store"
    case .invalidInput: "the input is not what the command reads"
    case .startOver: "the anchor fits no log of this store: start over without one"
    }
  }
}
