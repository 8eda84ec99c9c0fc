extension AccessRules {
  /// Whether some correlations of a type, or members of them, may be hidden from the app.
  package func hidesMembers(of correlation: ObjectType) -> Bool {
    correlation.memberTypes.contains { !grant(of: $0).seesForeign }
  }

  /// Those members of a run of correlations which the app sees only if it saved them itself, by
  /// type: whoever applies `view(of:ownMembers:)` finds out first who did.
  package func membersOfUncertainOwner(in run: SampleRun) -> [ObjectType: UUIDSet] {
    guard case .objects(let bodies) = run.payload else { return [:] }
    var uncertain: [ObjectType: UUIDSet] = [:]
    for case .correlation(let members) in bodies {
      members.types.forEachRun { type, rows in
        let grant = grant(of: type)
        guard grant.seesOwn, !grant.seesForeign else { return }
        for row in rows { uncertain[type, default: UUIDSet()].insert(members.uuids[row]) }
      }
    }
    return uncertain
  }

  /// A run of correlations as the app sees it: without the members it may not see, and without the
  /// correlations of which nothing is left.
  ///
  /// What somebody else correlated is seen only with a member whose type the app may read. The own
  /// members are those among `membersOfUncertainOwner(in:)` that the app saved.
  package func view(of run: SampleRun, ownMembers: UUIDSet) -> SampleRun {
    guard case .objects(let bodies) = run.payload else { return run }
    var rows: [Int] = []
    var seen: [ObjectBody] = []
    for (row, body) in bodies.enumerated() {
      guard case .correlation(let members) = body,
        let left = visible(
          members, ownMembers: ownMembers,
          isOwn: run.sources[row].source.bundleIdentifier == bundleIdentifier)
      else { continue }
      rows.append(row)
      seen.append(.correlation(left))
    }
    return run.selecting(rows).replacingObjects(by: seen)
  }

  private func visible(_ members: Members, ownMembers: UUIDSet, isOwn: Bool) -> Members? {
    var left = Members()
    var readsOne = false
    members.types.forEachRun { type, rows in
      let grant = grant(of: type)
      for row in rows {
        let uuid = members.uuids[row]
        if grant.seesForeign {
          readsOne = true
        } else if !grant.seesOwn || !ownMembers.contains(uuid) {
          continue
        }
        left.append(uuid, of: type)
      }
    }
    return left.count > 0 && (isOwn || readsOne) ? left : nil
  }
}
