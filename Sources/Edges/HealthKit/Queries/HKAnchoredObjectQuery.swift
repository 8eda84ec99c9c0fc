internal import HealthModel
internal import StoreAccess

/// Asks what happened to samples since an anchor, and goes on to tell what happens.
open class HKAnchoredObjectQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (
      HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
    ) -> Void

  /// Is called with what happens after the first results; to be set before the query is executed, which then goes on
  /// until it is stopped, and has no limit.
  @preconcurrency
  open var updateHandler:
    (
      @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
    )?
  private let descriptors: [HKQueryDescriptor]
  private let anchor: HKQueryAnchor?
  private let limit: Int
  private var handler: Handler?

  /// A query for what happened to samples of a type that match.
  @preconcurrency
  public required init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    descriptors = [HKQueryDescriptor(sampleType: type, predicate: predicate)]
    self.anchor = anchor
    self.limit = limit
    handler = resultsHandler
    super.init(objectType: type, predicate: predicate)
  }

  /// A query for what happened to samples of several types; one anchor stands for all of them.
  @preconcurrency
  public required init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
    resultsHandler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    descriptors = queryDescriptors
    self.anchor = anchor
    self.limit = limit
    handler = resultsHandler
    super.init(objectType: queryDescriptors.onlyType, predicate: nil)
  }

  /// A query of iOS 8, whose anchors are numbers; it tells of no deletion.
  @preconcurrency
  public convenience init(
    type: HKSampleType, predicate: NSPredicate?, anchor: Int, limit: Int,
    completionHandler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, Int, (any Error)?
      ) -> Void
  ) {
    self.init(
      type: type, predicate: predicate, anchor: HKQueryAnchor(fromValue: anchor), limit: limit
    ) { query, samples, _, next, error in
      completionHandler(query, samples, next?.number(for: type.type) ?? anchor, error)
    }
  }

  func answer(from reader: StoreReader) async throws {
    if updateHandler != nil, limit.queryLimit != nil {
      throw HKError.invalid("an anchored query with an update handler has no limit")
    }
    let first = try await reader.changes(
      descriptors.questions, since: anchor, limit: limit.queryLimit)
    await execution.call { self.handler?(self, first.added, first.deleted, first.anchor, nil) }
    guard let update = updateHandler else { return }
    do {
      try await follow(from: first.anchor, reader, update)
    } catch {
      let failure = HKError(thrown: error)
      await execution.call { update(self, nil, nil, nil, failure) }
    }
  }

  private func follow(
    from first: HKQueryAnchor, _ reader: StoreReader, _ update: @escaping Handler
  ) async throws {
    let (events, event) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for question in descriptors.questions {
        let type = question.type
        group.addTask {
          defer { event.finish() }
          // Deletions are told whatever they were of.
          try await reader.watch(type, where: .constant(true)) { event.yield() }
        }
      }
      var anchor = first
      for await _ in events {
        let more = try await reader.changes(descriptors.questions, since: anchor)
        anchor = more.anchor
        guard more.count > 0 else { continue }
        await execution.call { update(self, more.added, more.deleted, more.anchor, nil) }
      }
      try await group.waitForAll()
    }
  }

  func forgetHandlers() {
    handler = nil
    updateHandler = nil
  }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, nil, nil, error) }
  }
}
