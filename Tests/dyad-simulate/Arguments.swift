internal import CommandLineCore
internal import SyncSimulation

/// What the command line asks for.
struct Arguments {
  var seconds: Int?
  var seed: UInt64 = 1
  /// From one schedule's seed to the next, where several processes look at once.
  var step: UInt64 = 1
  var runs: Int?
  /// The file of a schedule to run again.
  var replay: String?
  /// Whether to look for what is wrong on purpose, and which; none means all.
  var huntsBugs = false
  var bug: String?
  /// Whether to look for bugs among random schedules, and not to run the recorded ones.
  var isHunt: Bool { bug != nil || runs != nil }
  var storage = Simulation.Storage.memory

  static let usage = """
    usage: dyad-simulate [--seconds N] [--runs N] [--seed N] [--step N] [--replay FILE] [--bugs [NAME]] \
    [--storage memory|files]
    """

  /// Reads the arguments after the program's name.
  init(_ words: some Sequence<String>) throws(CommandLineError) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seconds": seconds = Int(try Self.number(&rest, after: word))
      case "--seed": seed = try Self.number(&rest, after: word)
      case "--step": step = try Self.number(&rest, after: word)
      case "--runs": runs = Int(try Self.number(&rest, after: word))
      case "--replay":
        guard let path = rest.popFirst() else { throw Self.error("--replay wants a file") }
        replay = path
      case "--storage":
        guard let name = rest.popFirst(), let storage = Simulation.Storage(rawValue: name) else {
          throw Self.error("--storage wants memory or files")
        }
        self.storage = storage
      case "--bugs":
        huntsBugs = true
        if let name = rest.first, !name.hasPrefix("-") { bug = rest.popFirst() }
      default: throw Self.error("there is no option \(word)")
      }
    }
  }

  static func error(_ detail: String) -> CommandLineError {
    CommandLineError(.usage, operation: "read the arguments", detail: detail)
  }

  private static func number(
    _ rest: inout ArraySlice<String>, after option: String
  ) throws(CommandLineError) -> UInt64 {
    guard let text = rest.popFirst(), let number = UInt64(text), number <= 1 << 62 else {
      throw error("\(option) wants a whole number")
    }
    return number
  }
}
