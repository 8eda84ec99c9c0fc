internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import HealthStorage
internal import StoreAccess

/// Saves groups of lines but for what is stored already, and finds the line when the store refuses one.
struct Saver: Sendable {
  /// What came of a group.
  struct Result: Sendable {
    var saved: [SaveEntry] = []
    /// Why lines were set aside.
    var refusals: [ProgramFailure] = []
    /// Why nothing after what was saved can be.
    var failure: ProgramFailure?
  }

  private let data: any OwnerAccess
  private let keepsGoing: Bool
  private let again: Bool
  private var stored: StoredContents
  /// How many samples were saved.
  private(set) var sampleCount = 0
  /// How many lines they came from.
  private(set) var lineCount = 0
  /// How many lines were stored already.
  private(set) var knownCount = 0
  /// How many lines the store refused.
  private(set) var refusedCount = 0

  /// Saves to `data`; where it `keepsGoing`, a refused line is set aside and its neighbours are
  /// saved; with `again`, lines without a
  /// UUID are saved whatever is stored.
  init(_ data: any OwnerAccess, keepsGoing: Bool, again: Bool) {
    self.data = data
    self.keepsGoing = keepsGoing
    self.again = again
    stored = StoredContents(data)
  }

  /// Saves the group, and where a line of it cannot be, what stands before it, or all but those that may
  /// be set aside.
  mutating func save(_ group: SaveGroup) async throws -> Result {
    guard !again else { return try await saveRest(group) }
    let (rest, known) = try await stored.removing(from: group)
    knownCount += known
    return try await saveRest(rest)
  }

  private mutating func saveRest(_ group: SaveGroup) async throws -> Result {
    guard !group.isEmpty else { return Result() }
    do {
      try await data.save(group.save.runs, documents: group.save.documents)
      sampleCount += group.sampleCount
      lineCount += group.entries.count
      stored.note(group.entries)
      return Result(saved: group.entries)
    } catch let error as ModelError where !error.isOfStore {
      let (rest, known) = try await stored.removingNamed(from: group)
      if known > 0 {
        knownCount += known
        return try await saveRest(rest)
      }
      let isOne = group.entries.count == 1
      // Halving finds a few bad lines in a few commits.
      if keepsGoing, !isOne { return try await saveHalves(of: group) }
      let (failure, index) = try await RefusedLine.failure(error, in: group, data)
      if keepsGoing { return setAside(failure) }
      guard index > 0 else { return Result(failure: failure) }
      var result = try await saveRest(group.lines(before: index))
      if result.failure == nil { result.failure = failure }
      return result
    } catch let error as RequestTooLarge {
      guard group.entries.count <= 1 else { return try await saveHalves(of: group) }
      let failure = RefusedLine.failure(error, in: group)
      return keepsGoing ? setAside(failure) : Result(failure: failure)
    }
  }

  private mutating func setAside(_ failure: ProgramFailure) -> Result {
    refusedCount += 1
    return Result(refusals: [failure])
  }

  private mutating func saveHalves(of group: SaveGroup) async throws -> Result {
    let (first, second) = group.halves
    var result = try await saveRest(first)
    guard result.failure == nil else { return result }
    let rest = try await saveRest(second)
    result.saved += rest.saved
    result.refusals += rest.refusals
    result.failure = rest.failure
    return result
  }
}

extension ModelError {
  /// Whether the store cannot be used at all, so that no line is to blame.
  fileprivate var isOfStore: Bool {
    code == .databaseInaccessible || code == .healthDataUnavailable
  }
}
