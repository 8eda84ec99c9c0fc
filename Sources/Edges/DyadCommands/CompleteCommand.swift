internal import CalendarEdges
internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import SystemCore

/// `dyad complete`: the words that a shell offers and that change: of the machine, or of the store.
///
/// It prints nothing where it fails: a shell runs it while somebody types, and shows what it prints.
enum CompleteCommand {
  /// What a value can be.
  enum Kind: String, CaseIterable {
    case zones
    case units
    case sources
    case devices
    case apps
    case requests
    /// What stands behind 'sources order': a type, and then its sources.
    case order
  }

  /// How long somebody who asks a shell for completions waits at most.
  private static let patience = Duration.milliseconds(1_500)

  private static let kind = Argument(
    "KIND", help: "What is completed", completion: .words(Kind.allCases.map(\.rawValue)))
  private static let words = Argument(
    "WORD", help: "What was typed before it", isRequired: false, isRepeatable: true)

  /// How a program of that name is asked.
  static func command(_ program: String) -> Command {
    Command(
      "complete", summary: "Print words that a shell offers",
      examples: [.init("\(program) complete zones", "all time zones")], arguments: [kind, words],
      isHidden: true)
  }

  /// Prints what there is, one word on each line.
  static func run(
    _ arguments: ParsedArguments, on console: Console, in surroundings: PairingSurroundings
  ) async {
    guard let kind = Kind(rawValue: arguments.required(kind)) else { return }
    let typed = arguments.values(words)
    let folder = arguments.value(.state) ?? folder(typed)
    let found = await withTaskGroup(of: [String].self) { group in
      group.addTask { (try? await all(kind, typed, folder)) ?? [] }
      group.addTask {
        try? await surroundings.sleep(patience)
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

  private static func all(
    _ kind: Kind, _ typed: [String], _ folder: String?
  ) async throws -> [String] {
    let type = typed.lazy.compactMap { ObjectType(named: $0) }.first
    switch kind {
    case .zones: return ZoneChoice.names
    case .units:
      let types = type.map { [$0] } ?? ObjectType.all
      return types.flatMap { $0.description?.fittingUnits.map(\.unitString) ?? [] }
    case .order where type == nil: return Argument.typeNames
    case .sources, .order:
      guard let type else { return [] }
      let session = StoreSession(folder: folder)
      let sources: [Source]
      do {
        sources = try await session.open(.isAnError).sources(of: type, where: .constant(true))
      } catch {
        try? await session.close()
        throw error
      }
      try await session.close()
      return sources.flatMap { [$0.bundleIdentifier, $0.name] }
    case .devices:
      let answer = try await call(PairingControlMethods.listPeers, ListPeersRequest(), folder)
      return answer.peers.flatMap { [$0.name, $0.id] }
    case .apps:
      let answer = try await call(OperatorMethods.listApps, ListAppsRequest(), folder)
      return answer.apps.map(\.bundleIdentifier)
    case .requests:
      let answer = try await call(OperatorMethods.listRequests, ListRequestsRequest(), folder)
      return answer.requests.map(\.id)
    }
  }

  private static func call<Request, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request, _ folder: String?
  ) async throws -> Response {
    let node = try DaemonSocket(folder: folder)
    let explain = { (error: RPCError) in CommandFailure(error) }
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
