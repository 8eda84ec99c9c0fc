internal import HealthModel
internal import StoreAccess

/// Answers what queries and query descriptors ask, with what the app may see of a store.
struct StoreReader: Sendable {
  let access: any AppAccess
  /// For which types the app is woken.
  let deliveries: BackgroundDeliveries?

  /// Whether a subscription started the app, and nobody waits before it.
  var isInBackground: Bool {
    ProcessInfo.processInfo.environment["DYAD_SUBSCRIPTION"] != nil
  }

  init(_ access: any AppAccess, waking deliveries: BackgroundDeliveries? = nil) {
    self.access = access
    self.deliveries = deliveries
  }

  /// The samples that one of the questions is for.
  ///
  /// - Parameters:
  ///   - questions: What is asked for; a sample that several are for comes once.
  ///   - order: In which order.
  ///   - limit: At most so many; `nil` means all.
  /// - Returns: The samples.
  /// - Throws: What keeps the store from answering.
  func samples(
    _ questions: [SampleQuestion], in order: SampleOrder, limit: Int? = nil
  ) async throws -> [HKSample] {
    var found: [HKSample] = []
    var types: Set<ObjectType> = []
    for question in questions {
      let isNew = types.insert(question.type).inserted
      var more = try await samples(question, in: order, limit: limit)
      if !isNew {
        let known = Set(found)
        more.removeAll { known.contains($0) }
      }
      found += more
    }
    if questions.count > 1 { found = order.sorted(found) }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  private func samples(
    _ question: SampleQuestion, in order: SampleOrder, limit: Int?
  ) async throws -> [HKSample] {
    var query = SampleQuery(question.type, where: question.plan.engine, order: order.engine ?? [])
    let rest = try await rest(of: question)
    if rest == nil, order.engine != nil { query.limit = limit }
    var found: [HKSample] = []
    for try await run in try await access.samples(query) {
      let objects = try await objects(of: run)
      found += rest.map { rest in objects.filter { rest.evaluate(with: $0) } } ?? objects
      if order.engine != nil, let limit, found.count >= limit { break }
    }
    if order.engine == nil { found = order.sorted(found) }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// The objects of a run, correlations with those that they hold.
  func objects(of run: SampleRun) async throws -> [HKSample] {
    guard run.type.isCorrelation else {
      return HKSample.views(of: run, from: run.type == .workout ? access : nil)
    }
    let rows = SampleRows(run)
    var uuids: [ObjectType: [SampleUUID]] = [:]
    for row in 0..<run.count {
      guard let members = rows.members(row) else { continue }
      for index in 0..<members.count {
        uuids[members.types[index], default: []].append(members.uuids[index])
      }
    }
    var objects: [SampleUUID: HKSample] = [:]
    for (type, uuids) in uuids {
      let query = SampleQuery(type, where: .uuid(UUIDSet(uuids)))
      for try await run in try await access.samples(query) {
        for object in HKSample.views(of: run) { objects[object.rows.uuid(object.row)] = object }
      }
    }
    return (0..<run.count).map { row in
      let members = rows.members(row)?.uuids.compactMap { objects[$0] } ?? []
      return HKCorrelation(rows, row: row, members: Set(members))
    }
  }

  /// What objects must match besides what the engine tells; where only a store can tell a part, that is asked.
  func rest(of question: SampleQuestion) async throws -> NSPredicate? {
    guard let rest = question.plan.rest else { return nil }
    return try await withMembership(rest, of: question.type)
  }

  private func withMembership(
    _ predicate: NSPredicate, of type: ObjectType
  ) async throws -> NSPredicate {
    switch predicate {
    case let predicate as StorePredicate where predicate.predicate.needsStore:
      return StorePredicate(.uuid(try await uuids(type, predicate.predicate)))
    case let predicate as NSCompoundPredicate:
      var parts: [NSPredicate] = []
      for part in predicate.subpredicates {
        parts.append(try await withMembership(part, of: type))
      }
      return NSCompoundPredicate(type: predicate.compoundPredicateType, subpredicates: parts)
    default: return predicate
    }
  }

  private func uuids(_ type: ObjectType, _ predicate: EnginePredicate) async throws -> UUIDSet {
    var set = UUIDSet()
    for try await run in try await access.samples(SampleQuery(type, where: predicate)) {
      set.formUnion(UUIDSet(run.uuids))
    }
    return set
  }

  /// The whole question as a predicate of the engine; where that cannot tell all, as the UUIDs of what matches.
  func enginePredicate(of question: SampleQuestion) async throws -> EnginePredicate {
    guard question.plan.rest != nil else { return question.plan.engine }
    let matching = try await samples(question, in: SampleOrder([]), limit: nil)
    return .uuid(UUIDSet(matching.map { $0.rows.uuid($0.row) }))
  }

  /// Who saved what is asked for, in order.
  func sources(_ question: SampleQuestion) async throws -> [HKSource] {
    try await access.sources(
      of: question.type, where: try await enginePredicate(of: question)
    ).map { HKSource($0) }
  }

  /// Deletes what the app saved of it; returns how many.
  func delete(_ question: SampleQuestion) async throws -> Int {
    try await access.delete(
      question.type, where: try await enginePredicate(of: question))
  }
}

extension SampleRows {
  /// What a correlation holds.
  fileprivate func members(_ row: Int) -> Members? {
    guard case .object(.correlation(let members)) = value(row) else { return nil }
    return members
  }
}

extension EnginePredicate {
  /// Whether an object by itself does not tell.
  fileprivate var needsStore: Bool {
    switch self {
    case .memberOf, .uncorrelated: true
    case .and(let parts), .or(let parts): parts.contains(where: \.needsStore)
    case .not(let part): part.needsStore
    default: false
    }
  }
}
