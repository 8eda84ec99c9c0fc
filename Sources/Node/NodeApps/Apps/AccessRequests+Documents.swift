internal import HealthModel
internal import LocalStore
internal import RPCCore

extension AccessRequests {
  /// Asks about documents of others of which nothing is decided for an app, each once, and waits for the answer
  /// unless told not to; returns at once where there are none.
  ///
  /// A document that is decided, or not there any more, is waited for no longer. Where too many questions of the
  /// app wait already, the rest is asked by a later query.
  ///
  /// - Throws: `authorizationNotDetermined` where the app never asked for the type.
  func requestDocuments(by app: RegisteredApp, waiting waits: Bool) async throws {
    let source = Source(bundleIdentifier: app.bundleIdentifier, name: app.name)
    let session = AppSession(store, as: SourceRevision(source: source))
    // Listening begins before the first look, so that no decision falls in between.
    let decisions = store.wakeups(for: [.cda])
    var open = try await Self.undecided(session)
    let waiting = openQuestions(of: app)
    let asked = waiting.reduce(into: Set<ObjectType>()) { $0.formUnion($1.request.read) }
    let news = open.subtracting(asked)
    if !news.isEmpty {
      let isAsked =
        waiting.count < AccessQuestion.mostOpenPerApp
        ? try await put(AccessRequest(read: news), by: app) : false
      if !isAsked { open.subtract(news) }
    }
    guard waits, !open.isEmpty else { return }
    for await _ in decisions {
      open.formIntersection(try await Self.undecided(session))
      if open.isEmpty { return }
    }
    try Task.checkCancellation()
    throw RPCError(.unavailable, "cannot wait for the decision: the node is shutting down")
  }

  private static func undecided(_ session: AppSession) async throws -> Set<ObjectType> {
    Set(try await session.undecidedDocuments(in: .foreground).map { .document($0.uuid) })
  }
}
