internal import HealthModel
internal import RemoteStore

/// Saves groups of lines, and finds the line when the store refuses one.
struct Saver: Sendable {
  private let data: any HealthData
  private let keepsGoing: Bool
  /// How many samples were saved.
  private(set) var sampleCount = 0
  /// How many lines they came from.
  private(set) var lineCount = 0
  /// How many lines the store refused.
  private(set) var refusedCount = 0

  /// Saves to `data`; where it `keepsGoing`, a refused line is set aside and its neighbours are
  /// saved.
  init(_ data: any HealthData, keepsGoing: Bool) {
    self.data = data
    self.keepsGoing = keepsGoing
  }

  /// Saves the group, all of it or nothing; where lines may be set aside, all but those; returns
  /// the lines that were saved, and why others were not.
  mutating func save(
    _ group: SaveGroup
  ) async throws -> (saved: [SaveEntry], refusals: [CommandFailure]) {
    guard !group.isEmpty else { return ([], []) }
    do {
      try await data.save(group.save)
      sampleCount += group.sampleCount
      lineCount += group.entries.count
      return (group.entries, [])
    } catch let error as ModelError {
      guard keepsGoing else { throw try await RefusedLine.failure(error, in: group, data) }
      guard group.entries.count > 1 else {
        refusedCount += 1
        return ([], [try await RefusedLine.failure(error, in: group, data)])
      }
      // Halving finds a few bad lines in a few commits.
      return try await saveHalves(of: group)
    } catch let error as RequestTooLarge {
      guard group.entries.count <= 1 else { return try await saveHalves(of: group) }
      let failure = RefusedLine.failure(error, in: group)
      guard keepsGoing else { throw failure }
      refusedCount += 1
      return ([], [failure])
    }
  }

  private mutating func saveHalves(
    of group: SaveGroup
  ) async throws -> (saved: [SaveEntry], refusals: [CommandFailure]) {
    let (first, second) = group.halves
    let left = try await save(first)
    let right = try await save(second)
    return (left.saved + right.saved, left.refusals + right.refusals)
  }
}
