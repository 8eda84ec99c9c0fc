internal import HealthModel

extension StoreWriter {
  /// Checks a change and finds the rows it means, without writing anything of it.
  ///
  /// - Parameters:
  ///   - change: What is to be done.
  ///   - now: The node's clock, for who was silent too long.
  /// - Returns: What only the disk can still fail.
  /// - Throws: what refuses this change alone: a `ModelError`, or a `StorageError` where it would
  ///   have to read what is damaged or names an anchor that says to start over.
  mutating func prepare(_ change: Change, at now: Double) throws -> PreparedChange {
    switch change {
    case .save(let save):
      return try prepare(save, replacing: [])
    case .delete(let deletion): return .delete(try resolve(deletion), by: deletion.actor)
    case .replace(let deletion, let save):
      return try prepare(save, replacing: try resolve(deletion))
    case .prune(let prune):
      guard prune.before.isFinite else { throw refusal("prune", "the date is not finite") }
      return .prune(prune)
    case .dropTombstones(let position): return .dropTombstones(through: position)
    case .forgetDeletions(let limits): return .forgetDeletions(limits)
    case .subscribe(let name, let anchor): return try subscribe(name, at: anchor, now: now)
    case .acknowledge(let name, let anchor): return try acknowledge(name, anchor)
    case .unsubscribe(let name): return .setSubscriber(name, position: nil)
    case .setCutoff(let cutoff):
      guard Instant.permitted.contains(cutoff) else {
        throw refusal(
          "move the earliest permitted sample date", "it is outside the years 1 to 9999")
      }
      return .setCutoff(cutoff)
    case .setGrant(let grant, let app, let type):
      guard !app.isEmpty, app.utf8.count <= Source.mostTextBytes else {
        throw refusal("decide on the app", "its bundle identifier is empty or too long")
      }
      guard type.decidedType.description != nil else {
        throw refusal("decide on the app", "\(type.identifier) is no type of the catalogue")
      }
      return .setGrant(grant, app: app, type: type)
    case .setRecord(let key, let body): return .setRecord(key: key, body: body)
    case .setNodeRecord(let key, let body):
      guard (1...NodeTable.mostKeyBytes).contains(key.utf8.count), !key.utf8.contains(0),
        key != NodeTable.syncKey, body.count <= NodeTable.mostBodyBytes
      else {
        throw refusal(
          "keep a record of this node",
          "its key is the store's own or missing, or one of both is too long")
      }
      return .setNodeRecord(key: key, body: body)
    case .noteAudit(let entry):
      guard entry.at.isFinite, !entry.event.isEmpty else {
        throw refusal("note what happened", "it has no date or no name")
      }
      return .noteAudit(entry)
    case .noteExport(let export): return .noteExport(export)
    case .undo(let act): return try prepareUndo(of: act)
    case .noteImport(let note): return .noteImport(note)
    case .undoImport(let id): return try prepareUndo(ofImport: id)
    case .eraseHistory: return .eraseHistory
    }
  }

  /// Checks a save in whose commit some rows go, those of earlier versions among them.
  private mutating func prepare(
    _ save: Change.Save, replacing victims: [RowsInBlock]
  ) throws -> PreparedChange {
    var going = try uuids(of: victims)
    var settled = try settleVersions(of: save, without: going)
    let isReplacement = !victims.isEmpty || !settled.older.isEmpty
    going.formUnion(try uuids(of: settled.older))
    var checked = try check(settled.save, without: going)
    settled.heirs = settled.heirs.mapValues { checked.renamed[$0] ?? $0 }
    settled.save = checked.save
    let places = try keepPlaces(of: settled, without: going, in: &checked)
    guard isReplacement else { return .save(checked) }
    return .replace(victims + settled.older + places, checked)
  }

  mutating func uuids(of rows: [RowsInBlock]) throws -> UUIDSet {
    var set = UUIDSet()
    for hit in rows {
      let uuids = try tables.blocks.uuids(hit.block.id)
      for row in hit.rows { set.insert(uuids[row]) }
    }
    return set
  }

  func refusal(_ operation: String, _ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: operation, detail)
  }
}
