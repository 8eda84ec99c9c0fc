package import HealthModel

/// Reads the log from an anchor on: what was saved and is still there, and what was deleted.
///
/// A sample that was saved and deleted since is told as deleted only. Pruned samples are told as
/// neither.
///
/// A reader goes through stages, in each of which the same rows are seen. One that begins without
/// an anchor stands at the head at once and gets the log up to it as a backfill: what it was told
/// is then in sight as of the head or later, so that only tombstones after the head concern it,
/// however long it takes. An app goes on to where a grant made more readable and then gets that
/// part of the log before as a backfill, with the deletions: some of it may have been readable once
/// before.
package struct ChangeReader: Sendable {
  /// Whose eyes read.
  package enum Access: Hashable, Sendable {
    case everything
    /// An app, with the log positions since which it sees its own samples and those of others, and which of
    /// those of others these are; `nil` for all.
    case app(
      bundleIdentifier: String, ownSince: Int64?, foreignSince: Int64?, chosen: UUIDSet? = nil)
  }

  let snapshot: Snapshot
  let filter: RowFilter
  /// What the query asks for, each type once.
  let types: [ObjectType]
  private let anchor: Anchor
  private let limit: Int
  private let access: Access

  /// The most entries of a page.
  package static let pageEntries = 4_096
  /// After as many blocks and runs of deletions decoded a page ends, whatever it holds by then: a
  /// quarter of a second at worst, for which others wait.
  package static let pageDecodings = 256

  /// - Throws: a `ModelError` when an app asks for other than one type, or the predicate is nested
  ///   too deeply.
  package init(
    _ query: ChangeQuery, as access: Access, in snapshot: Snapshot, from tables: inout ReadTables
  ) throws {
    var seen: Set<ObjectType> = []
    types = query.types.filter { seen.insert($0).inserted }
    if case .app = access, types.count != 1 {
      throw ModelError(
        .invalidArgument, cannot: "read changes", "an app asks for one type, not \(types.count)")
    }
    self.snapshot = snapshot
    self.access = access
    anchor = query.anchor
    limit = min(max(1, query.limit ?? Self.pageEntries), Self.pageEntries)
    // Where a grant is on its way to be told, the app has it already.
    let visibility: Visibility =
      switch access {
      case .app(let app, _, nil, _): .own(bundleIdentifier: app)
      case .app(let app, _, _, let chosen?): .chosen(chosen, own: app)
      case .app, .everything: .everything
      }
    filter = try tables.reading(snapshot) { tables in
      try RowFilter(query.predicate, seeing: visibility, in: snapshot.state, from: &tables)
    }
  }

  /// The first page after the query's anchor.
  ///
  /// - Throws: `startOver` when the anchor does not fit the log, deletions that it has not heard of are
  ///   forgotten, or all history was erased.
  package func page(from tables: inout ReadTables) throws -> ChangePage {
    try tables.reading(snapshot) { try gatherPage(&$0) }
  }

  private func gatherPage(_ tables: inout ReadTables) throws -> ChangePage {
    let state = snapshot.state
    var place = try start
    var floor = place.floor
    var entries = LogEntries()
    while place.position < state.head || place.backfill != nil {
      let stage = stage(at: place)
      let reached = try gather(stage, into: &entries, upTo: limit, &tables)
      guard reached == stage.end else {
        if place.backfill == nil { place.position = reached }
        place.backfill?.after = reached
        break
      }
      // The stage is through: what a wider grant brought comes next, or the rest of the log.
      place.position = stage.end
      place.backfill = stage.backfill
      if let backfill = stage.backfill, !backfill.isFirst { floor = 0 }
    }
    // Tombstones may have gone since the snapshot, which the gathering could not notice.
    guard try tables.state.storeRow().horizon <= floor else { throw StorageError.tooOldAnchor }
    if case .app(let bundle, _, _, _) = access {
      if entries.tells(own: true, of: bundle) { place.ownIsUntold = false }
      if entries.tells(own: false, of: bundle) { place.foreignIsUntold = false }
    }
    place.incarnation = state.incarnation(at: place.position)
    let hasMore = place.position < state.head || place.backfill != nil
    if !hasMore {
      // Where in the log it was that is lost, nothing tells.
      let begin = anchor.backfill == nil ? anchor.position : 0
      for type in types {
        try state.checkNothingIsLost(of: type, in: filter.box, after: begin)
      }
    }
    return ChangePage(
      added: entries.added, deleted: entries.deleted, anchor: place, hasMore: hasMore)
  }
}

extension ChangeReader {
  /// A stretch of the log in which the same rows are seen.
  struct Stage {
    var after: Int64
    var end: Int64
    var seesOwn = true
    var seesForeign = true
    /// Whose samples are its own; `nil` where all are alike.
    var bundleIdentifier: String?
    /// Which samples of others those are that it sees; `nil` for all.
    var chosen: UUIDSet?
    /// What a grant at `end` makes readable of the log up to it.
    var backfill: Anchor.Backfill?

    /// What of a type it sees, as far as whole segments tell.
    func seen(_ state: TypeState) -> TypeState {
      guard let bundleIdentifier else { return state }
      if seesForeign { return seesOwn ? state : state.others(than: bundleIdentifier) }
      return seesOwn
        ? state.seen(.own(bundleIdentifier: bundleIdentifier)) : state.seen(.nothing)
    }

    /// Whose deletions are looked for, which may be those that nobody noted; `nil` for everybody's.
    var owners: [String?]? {
      seesForeign ? nil : bundleIdentifier.map { [nil, $0] }
    }

    /// Whether it sees what `bundle` saved under a UUID.
    func sees(_ uuid: SampleUUID, savedBy bundle: String) -> Bool {
      if bundle == bundleIdentifier { return seesOwn }
      return seesForeign && chosen.map { $0.contains(uuid) } ?? true
    }
  }

  /// Where the query's anchor stands, which for a reader without one is before everything.
  private var start: Anchor {
    get throws(StorageError) {
      let state = snapshot.state
      guard try state.position(of: anchor) == 0 else { return anchor }
      var place = Anchor(incarnation: nil, position: state.head)
      if state.head > 0 {
        // The same for every app, or it would tell what is hidden.
        place.backfill = Anchor.Backfill(
          after: 0, includesOwn: true, includesForeign: true, isFirst: true)
      }
      if case .app = access { (place.ownIsUntold, place.foreignIsUntold) = (true, true) }
      return place
    }
  }

  private func stage(at place: Anchor) -> Stage {
    let (position, head) = (place.position, snapshot.state.head)
    let after = place.backfill?.after ?? position
    guard case .app(let bundle, var ownSince, var foreignSince, let chosen) = access else {
      return Stage(after: after, end: place.backfill == nil ? head : position)
    }
    // A decision that the snapshot does not show yet is for the next page.
    if let since = ownSince, since > head { ownSince = nil }
    if let since = foreignSince, since > head { foreignSince = nil }
    var stage = Stage(
      after: after, end: position, seesOwn: ownSince.map { $0 <= position } ?? false,
      seesForeign: foreignSince.map { $0 <= position } ?? false, bundleIdentifier: bundle,
      chosen: chosen)
    if let backfill = place.backfill {
      stage.seesOwn = stage.seesOwn && backfill.includesOwn
      stage.seesForeign = stage.seesForeign && backfill.includesForeign
      return stage
    }
    stage.end = [ownSince, foreignSince].compactMap(\.self).filter { $0 > position }.min() ?? head
    let (own, foreign) = (
      !stage.seesOwn && ownSince == stage.end, !stage.seesForeign && foreignSince == stage.end
    )
    if own || foreign {
      stage.backfill = Anchor.Backfill(
        after: 0, includesOwn: own, includesForeign: foreign,
        isFirst: (!own || place.ownIsUntold) && (!foreign || place.foreignIsUntold))
    }
    return stage
  }
}
