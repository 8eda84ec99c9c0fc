package import HealthModel
internal import SyncCore

extension SyncTransaction {
  /// Brings grants and records in line with what the phone decided for this watch (R18).
  ///
  /// What the phone does not mention was never decided. It belongs to the transaction of the sync rules.
  package mutating func adoptSettings() throws {
    let settings = writer.draft.record.settings
    var decided: [StoreState.GrantKey: Grant] = [:]
    for access in settings.access {
      decided[StoreState.GrantKey(app: access.app, type: access.type)] = access.grant
    }
    for key in writer.draft.grants.keys where decided[key] == nil { decided[key] = Grant() }
    for (key, grant) in decided where writer.draft.grants[key]?.grant ?? Grant() != grant {
      try begin()
      _ = try writer.set(grant, app: key.app, type: key.type)
    }
    // One that is damaged counts as none.
    let stored = try writer.tables.state.records()
    for (key, body) in settings.records.sorted(by: { $0.key < $1.key })
    where RecordKey(text: key) != nil {
      guard stored[key] != body else { continue }
      try begin()
      try writer.tables.state.putRecord(
        key, position: try writer.takePositions(1), incarnation: try writer.incarnation(),
        body: body)
      writer.changedRecords.insert(key)
    }
    // What another phone told, or this one tells no more.
    for key in stored.keys
    where RecordKey(text: key) != nil && settings.records[key] == nil {
      try begin()
      _ = try writer.takePositions(1)
      try writer.tables.state.removeRecord(key)
      writer.changedRecords.insert(key)
    }
  }

  /// Takes back what is not in a record that was decided anew because this store was restored, so that no
  /// revocation is undone (R20).
  ///
  /// It belongs to the transaction of the sync rules.
  package mutating func narrowGrants(to access: [WatchSettings.Access]) throws {
    var (mine, theirs) = (WatchSettings(), WatchSettings())
    mine.access = try sharedDecisions().access
    theirs.access = access
    var kept: [StoreState.GrantKey: Grant] = [:]
    for access in mine.intersection(theirs).access {
      kept[StoreState.GrantKey(app: access.app, type: access.type)] = access.grant
    }
    for (key, decided) in writer.draft.grants where decided.grant != kept[key] ?? Grant() {
      try begin()
      _ = try writer.set(kept[key] ?? Grant(), app: key.app, type: key.type)
    }
  }

  /// What the phone's store says of itself that its watches have to know: records by key, and grants.
  package mutating func sharedDecisions() throws -> (
    records: [String: [UInt8]], access: [WatchSettings.Access]
  ) {
    let records = try writer.tables.state.records().filter { RecordKey(text: $0.key) != nil }
    let access = writer.draft.grants.compactMap { key, decided in
      decided.grant.isDetermined
        ? WatchSettings.Access(app: key.app, type: key.type, grant: decided.grant) : nil
    }
    return (records, access.sorted { ($0.app, $0.type) < ($1.app, $1.type) })
  }
}

extension StoreWriter {
  /// Lets those look again who wait for what apps may see, where decisions of the phone hold again after
  /// their lease was over: nothing else of a type has changed then.
  mutating func noteRenewedLease() {
    let (old, new) = (state.record, draft.record)
    guard let began = new.leaseBegan, began != old.leaseBegan, !old.isLeased(at: began),
      new.isLeased(at: began)
    else { return }
    changedTypes.formUnion(draft.grants.keys.map(\.type.decidedType))
  }
}
