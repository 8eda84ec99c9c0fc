package import HealthModel
package import SyncCore

/// One thing to be done to a store, all of it or nothing.
package enum Change: Sendable {
  case save(Save)
  case delete(Deletion)
  /// Deletes and saves in one transaction: how an immutable sample is changed.
  case replace(Deletion, Save)
  case prune(Prune)
  /// Forgets tombstones up to a log position (R12 decides which); anchors before it start over.
  case dropTombstones(through: Int64)
  /// Forgets the tombstones that nobody waits for any more in a store without peers.
  case forgetDeletions(NodeLimits)
  /// Registers a reader for whom tombstones wait from the anchor on.
  ///
  /// Without an anchor, or before the first change, it is from here on, or from where it stood.
  case subscribe(String, at: Anchor?)
  /// Notes that a reader has been told of everything up to the anchor.
  case acknowledge(String, Anchor)
  /// Tombstones wait for a reader no more.
  case unsubscribe(String)
  case setCutoff(Double)
  case setGrant(Grant, app: String, type: ObjectType)
  /// Without a body the record is taken back, as if it had never been set.
  case setRecord(key: String, body: [UInt8]?)
  /// Keeps a record of this node alone, which is no log entry and goes to nobody.
  case setNodeRecord(key: String, body: [UInt8])
  case noteAudit(AuditEntry)
  /// Notes that an export was taken in whole.
  case noteExport(TakenExport)
  /// Takes back the next part of a deletion of the last day: what is left of it is saved again, as copies.
  case undo(Int64)
  /// Notes an import, so that it can be taken back.
  case noteImport(ImportNote)
  /// Deletes what an import brought, and forgets that it was.
  case undoImport(Int64)
  /// Erases all history: samples, deletions, UUIDs, documents, grants and records.
  ///
  /// The cutoff, records of this node and the audit stay. No peer is told: this is no deletion.
  case eraseHistory

  /// Whether it concerns rows that are stored already.
  var looksForRows: Bool {
    switch self {
    case .delete, .replace, .prune, .eraseHistory, .undo, .undoImport: true
    case .save(let save): save.versionsOf != nil
    case .dropTombstones, .forgetDeletions, .subscribe, .acknowledge, .unsubscribe,
      .setCutoff, .setGrant, .setRecord, .setNodeRecord, .noteAudit, .noteExport, .noteImport:
      false
    }
  }

  /// How many samples it brings.
  package var sampleCount: Int {
    switch self {
    case .save(let save), .replace(_, let save): save.runs.reduce(0) { $0 + $1.count }
    case .delete, .prune, .dropTombstones, .forgetDeletions, .subscribe, .acknowledge,
      .unsubscribe, .setCutoff, .setGrant, .setRecord, .setNodeRecord, .noteAudit, .noteExport,
      .undo, .noteImport, .undoImport, .eraseHistory:
      0
    }
  }

  /// About how many bytes it brings.
  package var weight: Int {
    switch self {
    case .save(let save), .replace(_, let save):
      save.documents.values.reduce(save.runs.reduce(0) { $0 + $1.weight }) { $0 + $1.count }
    case .delete, .prune, .dropTombstones, .forgetDeletions, .subscribe, .acknowledge,
      .unsubscribe, .setCutoff, .setGrant, .setRecord, .setNodeRecord, .noteAudit, .noteExport,
      .undo, .noteImport, .undoImport, .eraseHistory:
      0
    }
  }

  /// Objects to be stored.
  package struct Save: Sendable {
    package var runs: [SampleRun]
    /// The bytes of the documents among them.
    package var documents: [SampleUUID: [UInt8]]
    /// What whoever saves sees of the types whose samples the objects name, and nothing of others; `nil` for
    /// the user, who sees everything.
    package var sight: [ObjectType: Visibility]?
    /// The app that saves; `nil` for those who are trusted with everything: the owner, imports, a restore.
    package var caller: Caller?

    /// An app whose earlier versions of the same things the save takes the place of; `nil` looks for none.
    ///
    /// What has the same type and sync identifier is the same thing.
    package var versionsOf: String?

    /// An app that saves.
    package struct Caller: Sendable {
      package var app: String
      /// Whether it is of the process that has the store open: its apps count on the same bases, and could do to
      /// their own file whatever they want.
      package var isOfThisProcess: Bool
      /// What it may read of a type, by the grants of a state.
      package var sees: @Sendable (ObjectType, StoreState) -> Visibility

      package init(
        _ app: String, isOfThisProcess: Bool = false,
        seeing sees: @escaping @Sendable (ObjectType, StoreState) -> Visibility
      ) {
        self.app = app
        self.isOfThisProcess = isOfThisProcess
        self.sees = sees
      }
    }

    /// As many samples as one save may have: what a transaction holds in memory, about 160 MB.
    package static let mostSamples = 1 << 20
    /// As many samples as saves have together that share a commit.
    package static let mostTogether = 1 << 17

    package init(
      _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:],
      seeing sight: [ObjectType: Visibility]? = nil
    ) {
      self.runs = runs
      self.documents = documents
      self.sight = sight
    }
  }

  /// Objects to be deleted.
  package struct Deletion: Sendable {
    package enum Target: Sendable {
      /// Every one of these, or none.
      case uuids([SampleUUID])
      /// Whatever of the type matches.
      case matching(ObjectType, Predicate)
    }

    package var target: Target
    /// Who deletes: an app deletes only its own; `nil` is the user, who may delete anything.
    package var owner: String?
    /// Where an app names objects, of what types these are: it finds them as if there were no others.
    package var types: Set<ObjectType>?
    /// Whether it can be taken back; not what a program works out and replaces.
    package var isKept: Bool

    package init(
      _ target: Target, owner: String? = nil, of types: Set<ObjectType>? = nil, isKept: Bool = true
    ) {
      self.target = target
      self.owner = owner
      self.types = types
      self.isKept = isKept
    }

    /// Who may take it back.
    var actor: Removal.Actor? { isKept ? owner.map { .app($0) } ?? .owner : nil }
  }

  /// Rows that leave this node without being deleted (R15).
  package struct Prune: Sendable {
    /// Why they may go.
    package enum Licence: Sendable {
      /// The peer holds what its vector covers.
      case receipt(VersionVector)
      /// There is no peer, and the user asked for it.
      case unpaired
    }

    /// What ends before this goes.
    package var before: Double
    package var licence: Licence

    package init(before: Double, licence: Licence) {
      self.before = before
      self.licence = licence
    }
  }
}

/// What became of a change.
package struct Outcome: Hashable, Sendable {
  /// How many samples were saved, deleted or pruned.
  package var count: Int
  /// The log position after it.
  package var position: Int64

  package init(count: Int, position: Int64) {
    self.count = count
    self.position = position
  }
}
