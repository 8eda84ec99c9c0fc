internal import HealthModel

extension StoreWriter {
  /// Carries a prepared change out in the open transaction; what it throws fails the transaction.
  mutating func apply(_ change: PreparedChange, at now: Double) throws -> Outcome {
    switch change {
    case .save(let save): return try store(save)
    case .delete(let victims, let actor): return try bury(victims, at: now, by: actor)
    case .replace(let victims, let save):
      let deleted = try bury(victims, at: now)
      let saved = try store(save)
      return Outcome(count: deleted.count + saved.count, position: saved.position)
    case .prune(let prune): return try apply(prune)
    case .dropTombstones(let position):
      return Outcome(count: try forgetTombstones(through: position), position: draft.head)
    case .forgetDeletions(let limits):
      return Outcome(count: try forgetDeletions(limits, now: now), position: draft.head)
    case .setSubscriber(let name, let position):
      set(position.map { Subscriber(position: $0, heard: now) }, of: name, now: now)
      return Outcome(count: 0, position: draft.head)
    case .setCutoff(let cutoff):
      try moveCutoff(to: cutoff)
      return Outcome(count: 0, position: draft.head)
    case .setGrant(let grant, let app, let type): return try set(grant, app: app, type: type)
    case .setRecord(let key, let body):
      let position = try takePositions(1)
      if let body {
        try tables.state.putRecord(
          key, position: position, incarnation: try incarnation(), body: body)
      } else {
        try tables.state.removeRecord(key)
      }
      changedRecords.insert(key)
      return Outcome(count: 1, position: position)
    case .setNodeRecord(let key, let body):
      changedRecords.insert(key)
      try tables.node.put(key, body)
      return Outcome(count: 0, position: draft.head)
    case .noteAudit(let entry):
      try tables.node.append(entry)
      return Outcome(count: 0, position: draft.head)
    case .noteExport(let export):
      try tables.imports.put(export, at: now)
      return Outcome(count: 0, position: draft.head)
    case .undo(let ids, let copies, let actor): return try undo(ids, copies, of: actor, at: now)
    case .noteImport(let note):
      let id = try tables.imports.put(note, at: now)
      return Outcome(count: Int(id), position: draft.head)
    case .undoImport(let note, let victims):
      return try undoImport(note, victims, at: now)
    case .eraseHistory: return try eraseHistory()
    }
  }

  /// Moves the cutoff in the log; where it goes back, what is known from stays (R16).
  mutating func moveCutoff(to cutoff: Double) throws {
    draft.record.known.raise(to: cutoff)
    draft.cutoff = cutoff
    // What was left out as too old may be wanted now.
    try tables.imports.forgetExports()
    _ = try takePositions(1)
  }

  /// Forgets tombstones up to a log position, and the random UUIDs of which the log tells no death any
  /// more; returns how many runs of them went.
  mutating func forgetTombstones(through position: Int64) throws -> Int {
    guard position > draft.horizon, position <= draft.head else { return 0 }
    let count = try tables.deletions.remove(through: position)
    try tables.uuids.forgetDeaths(through: position)
    draft.horizon = position
    return count
  }

  /// Notes what was decided for an app, as a change of the log.
  mutating func set(
    _ grant: Grant, app: String, type: ObjectType
  ) throws -> Outcome {
    let typeID = try typeState(type).id
    let position = try takePositions(1)
    let key = StoreState.GrantKey(app: app, type: type)
    let old = draft.grants[key]
    let new = StoreState.AppGrant(
      grant: grant, position: position, incarnation: try incarnation(),
      ownSince: grant.seesOwn ? old?.ownSince ?? position : nil,
      foreignSince: grant.seesForeign ? old?.foreignSince ?? position : nil)
    draft.grants[key] = new
    // Who follows the type has something to look at, be it more or less.
    changedTypes.insert(type.decidedType)
    try tables.state.put(new, app: app, type: typeID)
    return Outcome(count: 1, position: position)
  }
}
