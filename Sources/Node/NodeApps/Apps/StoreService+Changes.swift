internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
package import RPCCore

extension StoreService {
  /// Adds the methods that tell what happens.
  func addChanges(to router: inout CallerRouter) {
    router.unary(StoreMethods.changes) { request, call in
      try await answer(call) { view in
        let query = try await changeQuery(request, view)
        return try await withTaskExecutorPreference(store.readers) {
          try await nextPage(query, view, isPlain: request.plain).message
        }
      }
    }
    router.serverStreaming(StoreMethods.follow) { request, responses, call in
      try await stand(call) { view in
        // Where it reads, so that what was committed is told after fewer changes of thread.
        try await withTaskExecutorPreference(store.readers) {
          try await follow(request, view, responses)
        }
      }
    }
    router.serverStreaming(StoreMethods.observe) { request, responses, call in
      try await stand(call) { view in try await observe(request, view, responses) }
    }
  }

  /// Tells what happened since the anchor, and then what happens.
  ///
  /// The first page comes in any case, so that the reader has an anchor. After that a page comes only when
  /// it tells something: what an app may not see does not show by empty ones. Permission that goes makes
  /// the feed silent, until it comes back.
  private func follow(
    _ request: ChangesRequest, _ view: StoreView, _ responses: ResponseWriter<ChangesResponse>
  ) async throws {
    var query = try await changeQuery(request, view)
    // Listening begins before the first look, so that nothing falls in between.
    // Whether a correlation shows depends on what was decided for its members.
    let types = Set(query.types).union(query.types.flatMap(\.memberTypes))
    var wakeups = store.wakeups(for: types, ahead: true).makeAsyncIterator()
    var isFirst = true
    var told: UInt64?
    repeat {
      if !isFirst, let forthcoming = store.forthcoming,
        let page = await tell(forthcoming, query, view, isPlain: request.plain, responses)
      {
        query.anchor = page.anchor
        told = forthcoming.snapshot.state.generation
        try await responses.waitForRoom()
      }
      // What was told ahead has come to pass, and nothing since.
      var hasMore = told != store.state.generation
      while hasMore {
        do {
          let (page, message) = try await nextPage(query, view, isPlain: request.plain)
          if isFirst || page.count > 0 { try await responses.send(message) }
          isFirst = false
          query.anchor = page.anchor
          hasMore = page.hasMore
        } catch let error as ModelError where !isFirst && error.isAboutPermission {
          hasMore = false
        }
      }
    } while await wakeups.next(isolation: #isolation) != nil
    try Task.checkCancellation()
    throw Self.closed
  }

  /// Works out what is to be told of a commit while the disk takes it, and tells it at once when that is certain.
  ///
  /// - Returns: What was told; `nil` where nothing was, and the change has to be read when it is there.
  private func tell(
    _ forthcoming: Forthcoming, _ query: ChangeQuery, _ view: StoreView, isPlain: Bool,
    _ responses: ResponseWriter<ChangesResponse>
  ) async -> ChangePage? {
    // Whatever cannot be read yet is read later, and what is wrong with it is told then.
    guard
      let (page, message) = try? await nextPage(
        query, view, isPlain: isPlain, in: forthcoming),
      page.count > 0, !page.hasMore, let send = try? responses.prepare(message)
    else { return nil }
    let isTold = await withCheckedContinuation { end in
      forthcoming.whenKnown { isCommitted in end.resume(returning: isCommitted && send()) }
    }
    return isTold ? page : nil
  }

  /// One page that fits into a message, with the message.
  private func nextPage(
    _ query: ChangeQuery, _ view: StoreView, isPlain: Bool, in forthcoming: Forthcoming? = nil
  ) async throws -> (page: ChangePage, message: ChangesResponse) {
    var query = query
    while true {
      let page = try await view.room.readingPage {
        try await view.access.page(query, in: forthcoming)
      }
      let weight = page.added.reduce(0) { $0 + $1.weight }
      if weight > SampleRun.mostAnswerBytes, page.count > 1 {
        query.limit = page.count / 2
        continue
      }
      var message = ChangesResponse()
      if isPlain {
        guard let samples = try SampleRun.plainAnswer(page.added) else {
          query.limit = page.count / 2
          continue
        }
        message.samples = samples
      } else {
        message.added = try SampleRun.answer(page.added)
      }
      message.deleted = DeletedObject.messages(of: page.deleted)
      message.anchor = try seal.bytes(of: page.anchor, for: view.caller)
      message.hasMore = page.hasMore
      message.coverage = coverage(for: view)
      return (page, message)
    }
  }

  private func changeQuery(
    _ request: ChangesRequest, _ view: StoreView
  ) async throws -> ChangeQuery {
    var query = ChangeQuery(
      try ObjectType.types(wire: request.types, field: "types"),
      where: try Predicate(request.predicate),
      since: try seal.anchor(request.anchor, of: view.caller),
      limit: request.limit == 0 ? nil : Int(clamping: request.limit))
    if !request.subscriber.isEmpty {
      let anchor = try await view.access.place(of: request.subscriber, for: query.types)
      if request.anchor.isEmpty { query.anchor = anchor }
    }
    return query
  }

  /// Says whenever something happens, type by type.
  private func observe(
    _ request: ObserveRequest, _ view: StoreView, _ responses: ResponseWriter<ObserveResponse>
  ) async throws {
    let types = try view.access.observe(
      Set(try ObjectType.types(wire: request.types, field: "types")),
      where: try Predicate(request.predicate))
    for try await type in types {
      var response = ObserveResponse()
      response.type = type.identifier
      try await responses.send(response)
    }
    try Task.checkCancellation()
    throw Self.closed
  }

  /// How a call ends that would go on, but for the node.
  package static let closed = RPCError(
    .unavailable, "cannot go on: the node is shutting down")
}
