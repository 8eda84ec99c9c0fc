internal import HealthModel
internal import StoreAccess

/// What happened to samples since an anchor.
struct SampleChanges {
  var added: [HKSample] = []
  var deleted: [HKDeletedObject] = []
  var anchor: HKQueryAnchor

  var count: Int { added.count + deleted.count }
}

extension StoreReader {
  /// What happened since an anchor to what the questions are for.
  ///
  /// An anchor that is of no use any more, as after the store was restored, is taken for the beginning: everything is
  /// told again, and no silent gap stays.
  ///
  /// - Parameters:
  ///   - questions: What is asked for.
  ///   - anchor: Where the reader stands; `nil` for the beginning.
  ///   - limit: At most so many samples and deletions; `nil` means all.
  /// - Returns: What happened, and where to go on from.
  /// - Throws: What keeps the store from answering.
  func changes(
    _ questions: [SampleQuestion], since anchor: HKQueryAnchor?, limit: Int? = nil
  ) async throws -> SampleChanges {
    var changes = SampleChanges(anchor: anchor ?? HKQueryAnchor(.beginning))
    for question in questions {
      guard limit.map({ changes.count < $0 }) ?? true else { break }
      do {
        try await read(question, into: &changes, limit: limit)
      } catch  where error.meansStartOver && changes.anchor[question.type] != .beginning {
        changes.anchor = changes.anchor.with(.beginning, for: question.type)
        try await read(question, into: &changes, limit: limit)
      }
    }
    return changes
  }

  private func read(
    _ question: SampleQuestion, into changes: inout SampleChanges, limit: Int?
  ) async throws {
    var query = StoreChangeQuery(
      [question.type], where: question.plan.engine, since: changes.anchor[question.type])
    var new = SampleChanges(anchor: changes.anchor)
    var hasMore = true
    while hasMore {
      query.limit = limit.map { $0 - changes.count - new.count }
      guard query.limit.map({ $0 > 0 }) ?? true else { break }
      let page = try await access.changes(query)
      try await add(page, of: question, to: &new)
      (query.anchor, hasMore) = (page.anchor, page.hasMore)
    }
    changes.added += new.added
    changes.deleted += new.deleted
    changes.anchor = changes.anchor.with(query.anchor, for: question.type)
  }

  /// Adds what a page has that the question is for.
  func add(
    _ page: StoreChanges, of question: SampleQuestion, to changes: inout SampleChanges
  ) async throws {
    let rest = page.added.isEmpty ? nil : try await rest(of: question)
    for run in page.added {
      let objects = try await objects(of: run)
      changes.added += rest.map { rest in objects.filter { rest.evaluate(with: $0) } } ?? objects
    }
    changes.deleted += page.deleted.map { HKDeletedObject($0) }
  }
}
