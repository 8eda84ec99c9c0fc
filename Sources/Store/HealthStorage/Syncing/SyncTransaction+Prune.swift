package import HealthModel

extension SyncTransaction {
  /// Lets rows go that are outside of what the peers share, as far as `receipt` covers them (R15).
  ///
  /// What a correlation or a workout holds together goes together by its latest end, and only once all of it
  /// is covered; that is for time alone. A type that is out of scope leaves whole, whatever it belongs to:
  /// it was revoked, and what is in scope of the group stays. An object with several dots leaves under all of
  /// them at once, when all are covered. Rows that cannot be read are missed no more where their type is out of
  /// scope, or where all blocks of their segment that cannot be read end before the floor.
  ///
  /// It is no deletion: there is no tombstone and no log entry, the dots stay covered, and the floor stays.
  ///
  /// - Parameters:
  ///   - range: A row stays that ends at its floor or later and whose type is in its scope.
  ///   - receipt: What the peer holds.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func prune(outside range: SharedRange, under receipt: VersionVector) throws {
    guard !receipt.isEmpty else { return }
    try begin()
    try writer.flush()
    _ = try writer.letGo(
      Change.Prune(before: range.floor, licence: .receipt(receipt)), outside: range.scope)
    try forgetDamage(outside: range, under: receipt)
  }

  private mutating func forgetDamage(
    outside range: SharedRange, under receipt: VersionVector
  ) throws {
    var gone = VersionVector()
    for (type, state) in writer.draft.types {
      for segment in state.segments {
        guard let damage = writer.draft.damage[segment.id] else { continue }
        let isOutside =
          !range.scope.contains(type)
          || segment.directory.blocks.allSatisfy {
            $0.maxEnd < range.floor || !damage.blocks.contains($0.id)
          }
        if isOutside { gone.formUnion(damage.dots.intersection(receipt)) }
      }
    }
    try writer.removeAliases(writer.draft.aliases.hosted(by: gone))
    try writer.settle(gone)
  }
}
