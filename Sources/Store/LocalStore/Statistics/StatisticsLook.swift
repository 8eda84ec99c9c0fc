internal import HealthModel
internal import HealthStorage

/// The statistics that were told last, and how to find what has changed since.
struct StatisticsLook: Sendable {
  /// Whose eyes look.
  enum Viewer: Sendable {
    case reader(Visibility)
    case app(AppSession)
  }

  let watch: SnapshotWatch
  /// How many buckets were worked out so far; without buckets, how many answers.
  private(set) var workedOut = 0
  /// What the app saw at the last look; nothing for whoever is no app.
  private(set) var sight: AppSight?
  private let store: LocalStore
  private let viewer: Viewer
  private let query: StatisticsQuery
  private var told = ToldStatistics()
  private var hasTold = false
  /// What the last look found; `nil` where nothing is known of it and all is to be worked out.
  private var past: StatisticsMoment?

  /// More stretches of changed buckets are worked out as one.
  private static let mostStretches = 16

  init(_ query: StatisticsQuery, in store: LocalStore, as viewer: Viewer) throws(ModelError) {
    try query.check()
    guard (query.edges?.count ?? 0) <= LiveStatistics.mostEdges else {
      throw ModelError(
        .invalidArgument, cannot: "follow statistics",
        "\(query.edges?.count ?? 0) edges exceed \(LiveStatistics.mostEdges)")
    }
    self.query = query
    self.store = store
    self.viewer = viewer
    watch = store.published.watch(query.watchedTypes, orderOf: query.type)
  }

  /// Takes for told nothing of what was told.
  mutating func forgetTold() {
    told = ToldStatistics()
    hasTold = false
    past = nil
  }

  /// What became different since the last look; `nil` while the app may know nothing of the type.
  ///
  /// After an error the next look works out all.
  mutating func next() async throws -> StatisticsUpdate? {
    while true {
      let since = past
      past = nil
      let (before, latest) = watch.look()
      let visibility: Visibility
      do {
        (visibility, sight) = try view(of: latest.state)
      } catch {
        // Whoever was let in before waits for better times.
        if hasTold { return nil }
        throw error
      }
      do {
        let moment = try await StatisticsMoment(latest.state, query, store, seeing: visibility)
        let stale = try await stale(since: since, before: before, until: (moment, latest))
        let found = try await workOut(stale, seeing: visibility)
        guard sight?.holds ?? true else { continue }
        past = moment
        return tell(found)
      } catch let error as StorageError where error.code == .startOver {
        // All history was erased while it was read: what is left is soon worked out.
        continue
      }
    }
  }

  private func view(
    of state: StoreState
  ) throws(ModelError) -> (visibility: Visibility, sight: AppSight?) {
    switch viewer {
    case .reader(let visibility): return (visibility, nil)
    case .app(let session):
      let rules = session.rules(for: [query.type], in: state)
      return (
        try rules.visibility(of: query.type),
        AppSight(session: session, type: query.type, rules: rules)
      )
    }
  }

  /// The buckets that may have something else than at the last look; `nil` where that is all of them.
  private func stale(
    since past: StatisticsMoment?, before: Snapshot?,
    until later: (moment: StatisticsMoment, snapshot: Snapshot)
  ) async throws -> StaleBuckets? {
    guard let past, past.leadsTo(later.moment) else { return nil }
    var stale = StaleBuckets(
      edges: query.edges ?? [], spreads: query.type.description?.aggregation == .cumulative)
    // Nothing came or went.
    guard let before else { return stale }
    guard query.edges != nil, !query.predicate.asksForMembership else { return nil }
    let isExplained = try await past.find(
      until: later, before: before, of: query.type, in: store.reader, into: &stale)
    return isExplained ? stale : nil
  }

  private typealias Found = (statistics: [Statistics], starts: ArraySlice<Double>?)

  /// Works out what is stale, each stretch of it with the starts of its buckets.
  private mutating func workOut(
    _ stale: StaleBuckets?, seeing visibility: Visibility
  ) async throws -> [Found] {
    guard let stale else {
      workedOut += query.edges.map { $0.count - 1 } ?? 1
      return [(try await store.statistics(stored(query), seeing: visibility), nil)]
    }
    let edges = query.edges ?? []
    var found: [Found] = []
    for stretch in stale.stretches(atMost: Self.mostStretches) {
      let narrowed = query.narrowed(to: edges[stretch.lowerBound...stretch.upperBound + 1])
      workedOut += stretch.count
      found.append(
        (try await store.statistics(stored(narrowed), seeing: visibility), edges[stretch]))
    }
    return found
  }

  private func stored(_ query: StatisticsQuery) -> StatisticsQuery {
    switch viewer {
    case .reader: query
    case .app(let session): session.stored(query)
    }
  }

  private mutating func tell(_ found: [Found]) -> StatisticsUpdate {
    var update = StatisticsUpdate(isWhole: !hasTold)
    hasTold = true
    for (statistics, starts) in found { told.replace(starts, by: statistics, telling: &update) }
    return update
  }
}

extension StatisticsQuery {
  /// The types of which a commit may change the answer.
  fileprivate var watchedTypes: Set<ObjectType> {
    guard predicate.asksForMembership else { return [type] }
    let correlations = ObjectType.all.filter(\.isCorrelation)
    return Set([type, .association, .workout] + correlations)
  }

  /// The same question about some of the buckets, which leaves out what lies in none of them.
  fileprivate func narrowed(to edges: ArraySlice<Double>) -> StatisticsQuery {
    var narrowed = self
    narrowed.edges = Array(edges)
    guard let first = edges.first, let last = edges.last,
      predicate.nesting < Predicate.deepestNesting
    else { return narrowed }
    let window: [Predicate] = [.end(.greaterOrEqual, first), .start(.less, last)]
    narrowed.predicate = .and(predicate == .constant(true) ? window : window + [predicate])
    return narrowed
  }
}
