internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad follow`: prints what happens to samples, from an anchor on.
struct FollowCommand: Subcommand {
  static let command = Command(
    "follow", summary: "Print what is saved and deleted, as it happens",
    discussion: """
      Prints the changes since the anchor, oldest first, and after each page the anchor to go on from; \
      a later run with --anchor misses nothing and repeats nothing. Without an anchor it begins at the \
      beginning. With --once it ends after what there is.

      Without --once it goes on until it is interrupted. With --save it saves the JSON lines of standard \
      input but for those that are stored already, as 'dyad save' does, prints what becomes of them, and \
      ends with the input. Where no daemon runs, this command keeps the store meanwhile, so that \
      nothing but itself can change it.

      With --json a line is {"added":SAMPLE}, {"deleted":{"type":...,"uuid":...}} or {"anchor":...}. Exit \
      code 8 says that the anchor does not fit this store: start over without one.
      """,
    examples: [
      .init(
        "dyad follow heartRate stepCount --once", "what happened so far, and the anchor after it"),
      .init("dyad follow heartRate --anchor 5f3a-120 --once --json", "what happened since"),
      .init("dyad follow heartRate --save", "save lines as they come in, and see them stored"),
    ], options: [.anchor, .changeLimit, .once, .alsoSave, .keepGoing, .again, .force],
    arguments: [.types])

  private let typeNames: [String]
  private let anchor: Anchor
  private let limit: Int?
  private let isOnce: Bool
  private let saves: Bool
  private let keepsGoing: Bool
  private let again: Bool
  private let isForced: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    typeNames = arguments.values(.types)
    anchor =
      try arguments.value(.anchor).map { text in
        guard let anchor = Anchor(text: text) else {
          throw arguments.unusable(.anchor, "expected what an earlier run printed as its anchor")
        }
        return anchor
      } ?? .beginning
    limit = try arguments.integer(.changeLimit, in: 1...Int.max)
    isOnce = arguments.has(.once)
    saves = arguments.has(.alsoSave)
    keepsGoing = arguments.has(.keepGoing)
    again = arguments.has(.again)
    isForced = arguments.has(.force)
    isJSON = arguments.has(.json)
    guard !isOnce || !saves else { throw arguments.unusable(.alsoSave, "it excludes --once") }
    guard limit == nil || isOnce else {
      throw arguments.unusable(.changeLimit, "it needs --once")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(saves ? .isMade : .isAnError, for: typeNames)
    var types: [ObjectType] = []
    for name in typeNames {
      let type = try await ObjectType(typed: name, in: data)
      if !types.contains(type) { types.append(type) }
    }
    var follower = try await Follower(data, types, from: StoreAnchor(anchor), isJSON: isJSON)
    if isOnce {
      try await follower.printNews(atMost: limit)
      return .success
    }
    guard saves else {
      try await follower.printNews()
      if data.isExclusive {
        Messages.note(
          "this process has the store now, so no other can save to it; --save takes lines from "
            + "standard input, and --once ends after what there is")
      }
      try await follower.printAll()
      return .success
    }
    try await follower.printNews()
    try await save(to: data, follower, session)
    return .success
  }

  private func save(
    to data: any OwnerAccess, _ follower: Follower, _ session: StoreSession
  ) async throws {
    var follower = follower
    var entropy = Entropy()
    let input = SampleInput(
      [], uuids: UUIDSequence(using: &entropy), isPrompt: true, keepsGoing: keepsGoing,
      isForced: isForced)
    var saver = Saver(data, keepsGoing: keepsGoing, again: again)
    let progress = SaveProgress(again: again)
    session.beforeEnding { await progress.interrupt() }
    var isLine = false
    do {
      // In a store of this process there is news after each group and at no other time; what others save
      // through a daemon meanwhile is told along with it.
      while let batch = try await input.next() {
        guard await progress.begin() else { throw CancellationError() }
        for refusal in batch.refusals { Messages.report(ProgramFailure(refusal)) }
        let result = try await saver.save(batch.group)
        for refusal in result.refusals { Messages.report(refusal) }
        let last = result.failure == nil ? batch.group.entries.last : result.saved.last
        await progress.end(SaveReport.text(saver), upTo: last?.place)
        try await follower.printNews()
        if let failure = result.failure {
          isLine = true
          throw failure
        }
      }
    } catch {
      isLine = isLine || (error as? CommandLineError)?.code == .invalidInput
      throw await progress.failure(error, isLine: isLine)
    }
    if saver.knownCount > 0 { Messages.note(SaveReport.text(saver)) }
  }
}

extension Option {
  static let anchor = Option(
    "anchor", value: "ANCHOR", help: "Go on after ANCHOR, as an earlier run printed it")
  static let changeLimit = Option(
    "limit", short: "n", value: "N", help: "With --once: print at most N changes")
  static let once = Option("once", help: "End after what there is")
  static let alsoSave = Option("save", help: "Save the JSON lines of standard input meanwhile")
}

extension Argument {
  static let types = Argument(
    "TYPE", help: "Types, such as heartRate; 'dyad types --all' lists them", isRepeatable: true,
    completion: .words(typeNames))
}
