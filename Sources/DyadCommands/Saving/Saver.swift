internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// Saves groups of lines, and finds the line when the store refuses one.
struct Saver: Sendable {
  private let store: LocalStore
  private let keepsGoing: Bool
  /// How many samples were saved.
  private(set) var sampleCount = 0
  /// How many lines they came from.
  private(set) var lineCount = 0
  /// How many lines the store refused.
  private(set) var refusedCount = 0

  /// Saves to `store`; where it `keepsGoing`, a refused line is set aside and its neighbours are
  /// saved.
  init(_ store: LocalStore, keepsGoing: Bool) {
    self.store = store
    self.keepsGoing = keepsGoing
  }

  /// Saves the group, all of it or nothing; where lines may be set aside, all but those; returns
  /// the lines that were saved, and why others were not.
  mutating func save(
    _ group: SaveGroup
  ) async throws -> (saved: [SaveEntry], refusals: [CommandFailure]) {
    guard !group.isEmpty else { return ([], []) }
    do {
      try await store.commit(group.change)
      sampleCount += group.sampleCount
      lineCount += group.entries.count
      return (group.entries, [])
    } catch let error as ModelError {
      guard keepsGoing else { throw try await RefusedLine.failure(error, in: group, store) }
      guard group.entries.count > 1 else {
        refusedCount += 1
        return ([], [try await RefusedLine.failure(error, in: group, store)])
      }
      // Halving finds a few bad lines in a few commits.
      let (first, second) = group.halves
      let left = try await save(first)
      let right = try await save(second)
      return (left.saved + right.saved, left.refusals + right.refusals)
    }
  }
}
