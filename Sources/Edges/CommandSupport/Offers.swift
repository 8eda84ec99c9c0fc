internal import CommandLineCore
internal import DyadServices
package import RPCCore

/// `complete`: the words that a shell offers and that change: of the machine, or of the store.
///
/// It prints nothing where it fails: a shell runs it while somebody types, and shows what it prints.
package struct Offers: Sendable {
  /// The hidden command by which a shell asks.
  static let word = "complete"
  /// How long somebody who asks a shell for completions waits at most.
  private static let patience = Duration.milliseconds(1_500)
  private static let words = Argument(
    "WORD", help: "What was typed before it", isRequired: false, isRepeatable: true)

  private let kind: Argument
  private let sleep: @Sendable (Duration) async throws -> Void
  private let find:
    @Sendable (_ kind: String, _ typed: [String], _ folder: String?) async throws -> [String]

  /// Makes what completes some kinds of words.
  ///
  /// - Parameters:
  ///   - kinds: What a value can be.
  ///   - sleep: Waits for so long, or until the task is cancelled.
  ///   - find: All words of a kind, for what was typed before and the folder that `--state` says.
  package init(
    _ kinds: [String], sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ find:
      @escaping @Sendable (_ kind: String, _ typed: [String], _ folder: String?) async throws ->
      [String]
  ) {
    kind = Argument("KIND", help: "What is completed", completion: .words(kinds))
    self.sleep = sleep
    self.find = find
  }

  /// How a program of that name is asked.
  func command(of program: String) -> Command {
    guard case .words(let kinds) = kind.completion else {
      preconditionFailure("the kinds are words")
    }
    return Command(
      Self.word, summary: "Print words that a shell offers",
      examples: [.init("\(program) complete \(kinds[0])", "all of that kind")],
      arguments: [kind, Self.words], isHidden: true)
  }

  /// Prints what there is, one word on each line.
  func print(_ arguments: ParsedArguments, on console: Console) async {
    let kind = arguments.required(kind)
    let typed = arguments.values(Self.words)
    let folder = arguments.value(.state) ?? Self.folder(typed)
    let found = await withTaskGroup(of: [String].self) { group in
      group.addTask { (try? await find(kind, typed, folder)) ?? [] }
      group.addTask {
        // Cancelled once there are words.
        try? await sleep(Self.patience)
        return []
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? []
    }
    // A line is a word, so a word that has several cannot be offered.
    let words = Set(found).filter { !$0.isEmpty && TerminalText.clean($0) == $0 }
    try? console.write(words.sorted())
  }

  /// Asks the daemon for some of them.
  ///
  /// - Parameters:
  ///   - method: What to call.
  ///   - request: What to ask.
  ///   - folder: What `--state` says, if it says anything.
  /// - Returns: The answer.
  /// - Throws: Why there is none.
  package static func ask<Request, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request, _ folder: String?
  ) async throws -> Response {
    let node = try DaemonSocket(folder: folder)
    let explain = { (error: RPCError) in ProgramFailure(error) }
    return try await node.withClient(explain) { try await $0.call(method, request) }
  }

  /// What `--state` said among words of which the last may be missing.
  private static func folder(_ words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == Option.state.spelling {
        // bash hands over --state=DIR as three words.
        return words.dropFirst(index + 1).first { $0 != "=" }
      }
      let start = "\(Option.state.spelling)="
      if word.hasPrefix(start) { return String(word.dropFirst(start.count)) }
    }
    return nil
  }
}
