package import HealthModel
internal import HealthStorage
private import SystemCore

// Error 5 where neither reading nor sharing was ever asked for. That reading is denied never shows:
// there is just less to see, or nothing.
extension AppSession {
  /// What the app sees of the samples of a type, for queries that are put together elsewhere.
  ///
  /// Of correlations it tells only which may be seen at all; `samples(_:)` also hides their members.
  package func visibility(of type: ObjectType) throws(ModelError) -> Visibility {
    try Self.checkSamples(of: type)
    return try rules(for: [type], in: store.state).visibility(of: type)
  }

  /// The samples that a query asks for and that the app may see.
  ///
  /// Correlations come without the members that it may not see.
  package func samples(_ query: SampleQuery) async throws -> AppSamples {
    try await samples(query, in: store.published.latest)
  }

  /// What happened since the query's anchor and concerns the app: one page, for one type.
  ///
  /// When a grant widens, what was saved before it comes too. Correlations come anew whenever a type
  /// that they may hold comes into sight.
  ///
  /// Where something is hidden from the app, the page is as if it were not there: it is full before it
  /// says that there is more, and what there is more is something to see.
  ///
  /// In what is forthcoming it tells as much as can be read yet, or throws.
  package func changes(
    _ query: ChangeQuery, in forthcoming: Forthcoming? = nil
  ) async throws -> ChangePage {
    let snapshot = forthcoming?.snapshot ?? store.published.latest
    var page = try await changes(query, in: snapshot)
    guard let type = query.types.first, try hides(type, in: snapshot.state) else { return page }
    let limit = min(max(1, query.limit ?? ChangeReader.pageEntries), ChangeReader.pageEntries)
    var rest = query
    while page.hasMore {
      try Task.checkCancellation()
      rest.anchor = page.anchor
      rest.limit = max(1, limit - page.count)
      let next = try await changes(rest, in: snapshot)
      if page.count >= limit, next.count > 0 { break }
      page.added += next.added
      page.deleted += next.deleted
      (page.anchor, page.hasMore) = (next.anchor, next.hasMore)
    }
    page.added = RunJoiner.joined(page.added)
    return page
  }

  /// Who saved samples of `type` that match and that the app may see.
  package func sources(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> [Source] {
    try Self.checkSamples(of: type)
    let snapshot = store.published.latest
    let rules = rules(for: [type], in: snapshot.state)
    let visibility = try rules.visibility(of: type)
    guard rules.hidesMembers(of: type) else {
      return try await store.reader.sources(
        of: type, where: names(in: snapshot.state)?.storing(predicate) ?? predicate,
        seeing: visibility, in: snapshot)
    }
    // Whether a correlation shows at all depends on its members.
    var sources: Set<Source> = []
    for try await run in try await samples(SampleQuery(type, where: predicate), in: snapshot) {
      sources.formUnion(run.sources.values.map(\.source))
    }
    return sources.sorted()
  }

  /// One element after each commit, or several at once, that saved or deleted samples of the type
  /// which match and which the app may see.
  package func wakeups(
    for type: ObjectType, where predicate: Predicate = .constant(true)
  ) throws -> AppWakeups {
    _ = try visibility(of: type)
    // Whether a correlation shows depends on what was decided for its members.
    let wakeups = store.wakeups(for: Set([type] + type.memberTypes))
    return AppWakeups(wakeups: wakeups, anchor: store.state.anchor) { [self] anchor in
      try await news(of: type, where: predicate, since: anchor)
    }
  }

  private static func checkSamples(of type: ObjectType) throws(ModelError) {
    guard type.description?.isSample ?? false else {
      throw ModelError(
        .invalidArgument, cannot: "read the samples",
        "\(type.identifier) is no type that samples have")
    }
  }

  private func samples(
    _ query: SampleQuery, in snapshot: Snapshot
  ) async throws -> AppSamples {
    try Self.checkSamples(of: query.type)
    let rules = rules(for: [query.type], in: snapshot.state)
    let visibility = try rules.visibility(of: query.type)
    let members = members(for: query.type, rules, snapshot)
    let names = names(in: snapshot.state)
    var unlimited = query
    if let names { unlimited.predicate = names.storing(query.predicate) }
    if members != nil { unlimited.limit = nil }
    return AppSamples(
      stream: try await store.reader.samples(unlimited, seeing: visibility, in: snapshot),
      sight: AppSight(session: self, type: query.type, rules: rules), members: members,
      limit: max(0, query.limit ?? .max), hides: members != nil || visibility != .everything,
      names: names)
  }

  private func changes(
    _ query: ChangeQuery, in snapshot: Snapshot
  ) async throws -> ChangePage {
    guard let type = query.types.first, query.types.count == 1 else {
      throw ModelError(
        .invalidArgument, cannot: "read the changes", "an app asks for one type at a time")
    }
    try Self.checkSamples(of: type)
    let rules = rules(for: [type], in: snapshot.state)
    _ = try rules.visibility(of: type)
    let names = names(in: snapshot.state)
    var query = query
    if let names { query.predicate = names.storing(query.predicate) }
    // The grants of the very state that is read: a later state would pass over what a grant brings.
    var page = try await store.reader.changes(
      query, as: snapshot.state.access(of: bundleIdentifier, to: type, at: store.clock.now),
      in: snapshot)
    if let members = members(for: type, rules, snapshot) {
      var seen: [SampleRun] = []
      for run in page.added { seen.append(try await members.view(run)) }
      page.added = seen.filter { !$0.isEmpty }
    }
    if let names {
      page.added = page.added.map(names.saying)
      for index in page.deleted.indices {
        page.deleted[index].uuid = names.saying(page.deleted[index].uuid)
      }
    }
    return page
  }

  /// Whether the app sees less of a type than there is.
  private func hides(_ type: ObjectType, in state: StoreState) throws(ModelError) -> Bool {
    let rules = rules(for: [type], in: state)
    return try rules.visibility(of: type) != .everything || rules.hidesMembers(of: type)
  }

  private func members(
    for type: ObjectType, _ rules: AccessRules, _ snapshot: Snapshot
  ) -> VisibleMembers? {
    rules.hidesMembers(of: type)
      ? VisibleMembers(rules: rules, reader: store.reader, snapshot: snapshot) : nil
  }

  /// Whether anything that the app may see happened to the type since `anchor`, and the anchor to
  /// go on from.
  func news(
    of type: ObjectType, where predicate: Predicate, since anchor: Anchor
  ) async throws -> (exist: Bool, anchor: Anchor) {
    let snapshot = store.published.latest
    // A commit may have decided something for another app, so seeing all of the type is not enough.
    var query = ChangeQuery([type], where: predicate, since: anchor, limit: 1)
    while true {
      do {
        let page = try await changes(query, in: snapshot)
        if page.count > 0 { return (true, snapshot.state.anchor) }
        query.anchor = page.anchor
        if !page.hasMore { return (false, page.anchor) }
      } catch let error as StorageError where error.code == .startOver {
        // The log no longer tells; to be woken once too often harms nobody.
        return (true, snapshot.state.anchor)
      }
    }
  }
}
