internal import HealthModel

extension StoreWriter {
  /// Records what objects of a peer hold together, whose parts come in any order.
  ///
  /// A group ends with the latest of what is here of it; whatever comes later moves that on.
  mutating func link(_ run: SampleRun, _ uuids: UUIDSet) throws {
    try extendGroups(of: run, uuids)
    guard case .objects(let bodies) = run.payload else { return }
    for (row, body) in bodies.enumerated() {
      switch body {
      case .correlation(let members):
        try link(members, to: run.uuids[row], .correlation, endingAt: run.ends[row])
      case .association(let container, let members):
        var end = run.ends[row]
        if let workout = try latestEnd(of: UUIDSet([container])) { end = max(end, workout) }
        try link(members, to: container, .workout, endingAt: end)
      case .workout: try tables.members.extendGroup(of: run.uuids[row], to: run.ends[row])
      case .document, .details, .unknown: break
      }
    }
  }

  private mutating func link(
    _ members: Members, to container: SampleUUID, _ kind: MemberTable.Kind, endingAt end: Double
  ) throws {
    let uuids = UUIDSet(members.uuids)
    let latest = try latestEnd(of: uuids)
    try tables.members.put(
      uuids, of: container, kind, groupEnd: latest.map { max($0, end) } ?? end)
  }

  /// Moves the end of groups whose container came before these members of theirs.
  private mutating func extendGroups(of run: SampleRun, _ uuids: UUIDSet) throws {
    let memberships = try tables.members.memberships(of: uuids)
    guard !memberships.isEmpty else { return }
    var ends: [SampleUUID: Double] = [:]
    for (row, uuid) in run.uuids.enumerated() { ends[uuid] = run.ends[row] }
    var moved: [SampleUUID: Double] = [:]
    for membership in memberships {
      guard let end = ends[membership.member], end > membership.groupEnd else { continue }
      moved[membership.container] = max(moved[membership.container] ?? end, end)
    }
    for (container, end) in moved { try tables.members.extendGroup(of: container, to: end) }
  }

  /// The latest end among the rows in sight, or about to be, that have one of the UUIDs.
  private mutating func latestEnd(of uuids: UUIDSet) throws -> Double? {
    var latest: Double?
    if pending.overlaps(uuids) {
      for run in pending.runs.values {
        for (row, uuid) in run.uuids.enumerated() where uuids.contains(uuid) {
          latest = max(latest ?? -.infinity, run.ends[row])
        }
      }
    }
    for hit in try locateReadable(uuids) {
      guard let run = try readable(hit.block) else { continue }
      for row in hit.rows { latest = max(latest ?? -.infinity, run.ends[row]) }
    }
    return latest
  }
}
