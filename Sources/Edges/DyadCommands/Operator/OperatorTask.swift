/// What a command is about to do, as far as one has to know to explain why it failed.
struct OperatorTask: Hashable, Sendable {
  /// Which of two devices can do something.
  enum Place: Hashable, Sendable {
    case either
    case phone
    case watch
  }

  /// How the command is called: "dyad approve".
  let call: String
  /// A verb phrase: "approve the request".
  let operation: String
  /// Where it can be done.
  var place = Place.either
  /// The command that shows what can be named.
  var listing = "dyad status"
}
