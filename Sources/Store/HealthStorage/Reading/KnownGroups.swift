internal import HealthModel

/// Which samples belong together, as far as a reader may know: an app that sees its own samples alone knows its own
/// groups.
struct KnownGroups {
  /// Whose groups they are; `nil` for everybody's.
  private let owner: String?
  private let state: StoreState

  init(_ visibility: Visibility, in state: StoreState) {
    if case .own(let app) = visibility { owner = app } else { owner = nil }
    self.state = state
  }

  /// The samples that belong to a workout.
  func members(
    ofWorkout workout: SampleUUID, from tables: inout ReadTables
  ) throws -> UUIDSet {
    guard let owner else { return try tables.members.members(of: workout, .workout) }
    return try ownMembers(in: [.association], of: owner, from: &tables) { body in
      if case .association(workout, let members) = body { members } else { nil }
    }
  }

  /// The samples that any correlation holds.
  func correlated(from tables: inout ReadTables) throws -> UUIDSet {
    guard let owner else { return try tables.members.members(of: .correlation) }
    let types = state.types.keys.filter(\.isCorrelation)
    return try ownMembers(in: types, of: owner, from: &tables) { body in
      if case .correlation(let members) = body { members } else { nil }
    }
  }

  private func ownMembers(
    in types: [ObjectType], of owner: String, from tables: inout ReadTables,
    _ members: (ObjectBody) -> Members?
  ) throws -> UUIDSet {
    var found = UUIDSet()
    for type in types {
      guard let own = state.types[type]?.seen(.own(bundleIdentifier: owner)) else { continue }
      for block in own.segments.lazy.flatMap(\.directory.blocks) where !own.isDead(block) {
        let run = try tables.blocks.run(block.id)
        guard case .objects(let bodies) = run.payload else { continue }
        let dead = own.dead[block.id]
        for (row, body) in bodies.enumerated()
        where run.sources[row].source.bundleIdentifier == owner
          && !(dead?.contains(UInt64(row)) ?? false)
        {
          if let members = members(body) { found.formUnion(UUIDSet(members.uuids)) }
        }
      }
    }
    return found
  }
}
