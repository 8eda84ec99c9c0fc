private import Glibc
internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// The store against a plain one: whatever is done to both, nobody can tell them apart.
struct StoreModelTests {
  /// How many sequences: few by default, `DYAD_LONG=1` asks for many.
  static let seeds: Range<UInt64> = {
    let isLong = unsafe getenv("DYAD_LONG").map { unsafe String(cString: $0) == "1" } ?? false
    return isLong ? 1..<400 : 1..<9
  }()

  @Test(arguments: seeds)
  func `a store is what a plain list of samples is`(seed: UInt64) throws {
    var walk = try StoreWalk(seed: seed)
    for session in 1...3 {
      try walk.runSession(UInt64(session) * 1_000 + seed, steps: 14)
    }
  }

  @Test(arguments: seeds)
  func `small saves and many deletions stay what a plain list is`(seed: UInt64) throws {
    var walk = try StoreWalk(seed: seed &+ 1_000_000)
    try walk.runSession(1, steps: 60, mostSamples: 12)
    try walk.runSession(2, steps: 60, mostSamples: 12)
  }

  @Test(arguments: seeds)
  func `runs of small saves stay what a plain list is`(seed: UInt64) throws {
    var walk = try StoreWalk(seed: seed &+ 2_000_000)
    walk.mostlySaves = true
    for session in 1...6 as ClosedRange<UInt64> {
      // Every other session goes on as the same incarnation.
      try walk.runSession(
        session, steps: 25, mostSamples: 3, isProven: session.isMultiple(of: 2))
    }
    #expect(walk.looseSteps > 30, "seed \(seed)")
  }
}

/// One sequence of changes to a store and to its reference, compared as it goes.
struct StoreWalk {
  /// An anchor somebody keeps, and whose eyes it serves.
  struct Follower {
    var type: ObjectType
    var app: String?
    var anchor: Anchor
  }

  let seed: UInt64
  private let folder: TemporaryFolder
  private var random: RandomHealth
  private var reference: ReferenceStore
  private var followers: [Follower] = []
  private var step = 0
  /// Whether most commits save a few samples and do nothing else.
  var mostlySaves = false
  /// After how many steps blocks were loose.
  private(set) var looseSteps = 0

  init(seed: UInt64) throws {
    self.seed = seed
    folder = try TemporaryFolder()
    random = RandomHealth(seed: seed)
    reference = ReferenceStore(incarnation: Incarnation(rawValue: 0))
  }

  private var place: Comment { "seed \(seed), step \(step)" }

  /// Opens the store, does `steps` things to it, checks everything and closes it.
  mutating func runSession(
    _ incarnation: UInt64, steps: Int, mostSamples: Int? = nil, isProven: Bool = false
  ) throws {
    if !isProven { reference.incarnation = Incarnation(rawValue: incarnation) }
    var store = try StoreFixture(folder, incarnation: incarnation, isProven: isProven)
    try checkAll(&store)
    for _ in 0..<steps {
      step += 1
      try commit(&store, mostSamples)
      if random.chance(mostlySaves ? 1 : 4) { try erase(&store) }
      if store.writer.state.loose.count > 0 { looseSteps += 1 }
      if random.chance(mostlySaves ? 5 : 15) { _ = try store.writer.maintain(at: 0) }
      for _ in 0..<3 { try checkQuery(&store) }
      try checkPages(&store)
      try follow(&store)
      if step % 7 == 0 { try checkAll(&store) }
    }
    if random.chance(50) { try store.maintain() }
    try checkAll(&store)
    #expect(try store.findings() == [], place)
  }

  /// One commit of one or several changes.
  private mutating func commit(_ store: inout StoreFixture, _ mostSamples: Int?) throws {
    var changes: [Change] = []
    var expected: [(count: Int?, head: Int64)] = []
    // Drawn one after the other, as each sees those before it.
    let isSmall = mostlySaves && random.chance(80)
    for _ in 0..<(isSmall ? 1 : random.pick([1, 1, 1, 2, 5])) {
      var change = isSmall ? .save(random.save()) : random.change(reference)
      if let mostSamples, case .save(var save) = change {
        save.runs = save.runs.map { $0.slice(0..<min($0.count, mostSamples)) }
        change = .save(save)
      }
      changes.append(change)
      expected.append((reference.apply(change), reference.head))
    }
    let results = store.writer.commit(changes, at: Double(step))
    #expect(results.count == changes.count, place)
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let outcome):
        #expect(outcome.position == expected[index].head, place)
        if case .dropTombstones = changes[index] { continue }
        #expect(outcome.count == expected[index].count, "\(place) change \(index)")
      case .failure(let error):
        #expect(expected[index].count == nil, "\(place) change \(index): \(error)")
        #expect((error as? ModelError)?.code == .invalidArgument, "\(place): \(error)")
      }
    }
    #expect(store.writer.state.head == reference.head, place)
    #expect(store.writer.state.cutoff == reference.cutoff, place)
  }

  /// Erases everything; who writes from then on is somebody else.
  private mutating func erase(_ store: inout StoreFixture) throws {
    let count = reference.apply(.eraseHistory)
    let lives = store.writer.state.epochs.map(\.incarnation)
    #expect(try store.commit(.eraseHistory).count == count, place)
    reference.incarnation = try #require(store.writer.state.writer)
    #expect(!lives.contains(reference.incarnation), place)
    try checkAll(&store)
  }

  private mutating func checkQuery(_ store: inout StoreFixture) throws {
    let query = random.query(reference)
    var visibility = Visibility.everything
    if random.chance(40) {
      let app = random.pick(RandomHealth.bundles)
      let key = StoreState.GrantKey(app: app, type: query.type)
      visibility = Visibility(reference.grants[key]?.grant ?? Grant(), for: app)
    }
    let expected = reference.samples(query, seeing: visibility)
    let runs = try store.samples(query, seeing: visibility)
    expectSame(runs, expected, "\(place): \(query) seeing \(visibility)")
    let sources = try store.sources(of: query.type, where: query.predicate)
    let expectedSources = reference.sources(of: query.type, where: query.predicate)
    #expect(sources == expectedSources, "\(place): \(query)")
  }

  private func expectSame(
    _ runs: [SampleRun], _ expected: [ReferenceStore.Row], _ comment: Comment
  ) {
    let samples = runs.flatMap { run in (0..<run.count).map { run[$0] } }
    #expect(samples.map(\.uuid) == expected.map(\.sample.uuid), comment)
    #expect(samples == expected.map(\.sample), comment)
    #expect(runs.flatMap { $0.positions.all() } == expected.map(\.position), comment)
    let dots = runs.flatMap { run in (0..<run.count).map { run.dots[$0].sequence } }
    #expect(dots == expected.map(\.sequence), comment)
    #expect(runs.allSatisfy { !$0.isEmpty }, comment)
  }

  /// Every sample of every type, and the whole log.
  private mutating func checkAll(_ store: inout StoreFixture) throws {
    for type in RandomHealth.types {
      let expected = reference.samples(SampleQuery(type))
      expectSame(try store.samples(SampleQuery(type)), expected, "\(place): all \(type.name)")
      #expect((store.writer.state.types[type]?.liveCount ?? 0) == expected.count, place)
    }
    for row in reference.rows.suffix(500) {
      let dot = Dot(
        incarnation: row.incarnation, type: row.sample.type, sequence: row.sequence)
      #expect(store.writer.state.vector.covers(dot), place)
    }
    var query = ChangeQuery(RandomHealth.types)
    let expected = reference.changes(query)
    #expect(try drain(&query, .everything, &store) == expected, "\(place): the whole log")
    for key in reference.grants.keys {
      #expect(store.writer.state.grants[key]?.grant == reference.grants[key]?.grant, place)
    }
  }

  /// Pages of some types from some place in the log.
  private mutating func checkPages(_ store: inout StoreFixture) throws {
    let types = (0..<random.pick([1, 1, 2, 3])).map { _ in random.pick(RandomHealth.types) }
    var query = ChangeQuery(
      Array(Set(types)), where: random.chance(60) ? .constant(true) : random.predicate(reference),
      limit: random.pick([nil, 1, 2, 13, 200, 700]))
    // Only the beginning, or what the log still tells of.
    let position = Int64(random.number(0...Int(reference.head)))
    if position >= max(reference.horizon, 1), random.chance(70) {
      query.anchor = Anchor(
        incarnation: store.writer.state.incarnation(at: position), position: position)
    }
    if query.limit == 1, reference.head - query.anchor.position > 300 { query.limit = 50 }
    let expected = reference.changes(query)
    let comment: Comment = "\(place): \(query)"
    #expect(try drain(&query, .everything, &store) == expected, comment)
  }

  /// Lets anchors that are kept for long move on, some by a page, some to the end.
  private mutating func follow(_ store: inout StoreFixture) throws {
    if followers.count < 12 {
      followers.append(
        Follower(
          type: random.pick(RandomHealth.types),
          app: random.chance(80) ? random.pick(RandomHealth.bundles) : nil, anchor: .beginning))
    }
    for index in followers.indices where random.chance(30) {
      let follower = followers[index]
      let isWhole = random.chance(70)
      var query = ChangeQuery(
        [follower.type], since: follower.anchor, limit: random.pick([nil, 5, 64]))
      // Tombstones it had not read are gone: it starts over.
      if query.anchor.position > 0, query.anchor.floor < reference.horizon {
        #expect(throws: StorageError.self, place) { _ = try store.page(query) }
        query.anchor = .beginning
      }
      let access = access(follower)
      // What it may have missed while it saw less is gone, too.
      if case .app(_, let own, let foreign, _) = access, reference.horizon > 0,
        query.anchor.position > 0,
        (own ?? 0) > query.anchor.position && !query.anchor.ownIsUntold
          || (foreign ?? 0) > query.anchor.position && !query.anchor.foreignIsUntold
      {
        query.anchor = .beginning
      }
      if isWhole {
        let expected =
          follower.app.map { reference.changes(query, app: $0) } ?? reference.changes(query)
        let comment: Comment = "\(place): \(follower) limit \(query.limit ?? 0) as \(access)"
        var found = try drain(&query, access, &store)
        if follower.app != nil { found.added.sort() }
        #expect(found == expected, comment)
      } else {
        query.anchor = try store.page(query, as: access).anchor
      }
      followers[index].anchor = query.anchor
    }
  }

  private func access(_ follower: Follower) -> ChangeReader.Access {
    guard let app = follower.app else { return .everything }
    let grant = reference.grants[StoreState.GrantKey(app: app, type: follower.type)]
    return .app(
      bundleIdentifier: app, ownSince: grant?.ownSince, foreignSince: grant?.foreignSince)
  }

  /// Follows an anchor to the end; the pages keep their bounds and, where nothing is repeated, the
  /// order of the log.
  private func drain(
    _ query: inout ChangeQuery, _ access: ChangeReader.Access, _ store: inout StoreFixture
  ) throws -> ReferenceStore.Changes {
    var changes = ReferenceStore.Changes()
    var isOpen = true
    var last: Int64 = 0
    while isOpen {
      let page = try store.page(query, as: access)
      #expect(page.count <= query.limit ?? ChangeReader.pageEntries, place)
      try #require(page.anchor != query.anchor || !page.hasMore, "\(place): the anchor stays")
      var positions = page.added.flatMap { $0.positions.all() }
      changes.added += positions.sorted()
      for object in page.deleted {
        let row = try #require(reference.row(object.uuid), "\(place): never saved")
        guard case .deleted(let position) = row.fate else {
          Issue.record("\(place): \(object.uuid) was not deleted")
          continue
        }
        #expect(row.sample.type == object.type, place)
        positions.append(position)
        // Of a run of tombstones that is forgotten in part, the rest may still be told.
        guard position > reference.horizon else { continue }
        #expect(changes.deleted.updateValue(object.uuid, forKey: position) == nil, place)
      }
      if access == .everything, let lowest = positions.min() {
        #expect(lowest > last, "\(place): pages overlap")
        last = positions.max() ?? last
        #expect(page.anchor.position >= last, place)
      }
      query.anchor = page.anchor
      isOpen = page.hasMore
    }
    return changes
  }
}
