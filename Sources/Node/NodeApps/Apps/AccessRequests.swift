package import HealthModel
internal import HealthStorage
package import LocalStore
internal import RPCCore
private import Synchronization
internal import SystemCore

/// The requests of apps that wait for the owner's decision, and the decisions.
package final class AccessRequests: Sendable {
  /// Something that waits.
  package struct OpenRequest: Hashable, Sendable {
    /// The watch that it comes from; nothing for this node's own app.
    package var watch: DeviceID?
    package var question: AccessQuestion
  }

  let store: LocalStore
  private let messenger: any AccessMessenger
  /// The apps of watches that were decided about, once they are read; changed on the writer's thread alone.
  private let known = Mutex<WatchApps?>(nil)

  package init(_ store: LocalStore, _ messenger: any AccessMessenger) {
    self.store = store
    self.messenger = messenger
  }

  /// Asks for what is not decided yet, and waits for the answer unless told not to.
  ///
  /// A wait that is cancelled leaves the question with the owner.
  ///
  /// - Returns: Whether nothing of it is open any more.
  /// - Throws: `ModelError` for what no app may ask for, or this one without having said why; `RPCError`
  ///   with RESOURCE_EXHAUSTED where too much waits already.
  package func request(
    _ request: AccessRequest, by app: RegisteredApp, waiting waits: Bool
  ) async throws -> Bool {
    try request.check()
    try Self.checkReasons(of: app, for: request)
    let source = Source(bundleIdentifier: app.bundleIdentifier, name: app.name)
    let session = AppSession(store, as: SourceRevision(source: source))
    // Listening begins before the first look, so that no decision falls in between.
    let decisions = store.wakeups(for: request.share.union(request.read))
    let open = try session.undecided(in: request)
    if open.isEmpty { return true }
    try await ask(for: open, by: app)
    guard waits else { return try session.undecided(in: request).isEmpty }
    for await _ in decisions where try session.undecided(in: request).isEmpty { return true }
    try Task.checkCancellation()
    throw RPCError(.unavailable, "cannot wait for the decision: the node is shutting down")
  }

  /// Waits until nothing is open any more that companions of an app on watches asked for.
  package func waitForCompanions(of app: RegisteredApp) async throws {
    // Listening begins before the first look, so that no answer falls in between.
    let changes = messenger.statusChanges
    func isAsked() -> Bool {
      openRequests.contains { $0.watch != nil && app.isAccompanied(by: $0.question.app) }
    }
    if !isAsked() { return }
    for await _ in changes where !isAsked() { return }
    try Task.checkCancellation()
    throw RPCError(.unavailable, "cannot wait for the decision: the node is shutting down")
  }

  /// What waits for a decision.
  package var openRequests: [OpenRequest] {
    messenger.openQuestions.map { OpenRequest(watch: $0.watch, question: $0.question) }
  }

  /// Decides a request; what the decision leaves out stays open.
  ///
  /// - Returns: What holds now for the types of the request.
  /// - Throws: `RPCError`: NOT_FOUND for a number that is none, FAILED_PRECONDITION on a watch.
  package func decide(
    _ question: UInt64, _ decision: AccessDecision
  ) async throws -> [ObjectType: Grant] {
    try checkRole(to: "decide")
    guard let open = openRequests.first(where: { $0.question.id == question }) else {
      throw RPCError(.notFound, "cannot decide: there is no such request")
    }
    let asked = open.question
    _ = try await watchApps
    let decided = decision.request
    guard !decided.isEmpty, decided.share.isSubset(of: asked.request.share),
      decided.read.isSubset(of: asked.request.read)
    else {
      throw RPCError(
        .invalidArgument, "cannot decide: the decision is on nothing, or on what was not asked for")
    }
    try await change(asked.app, noting: "access.decided", decision.words, of: open) { old in
      decision.grants { old[$0] ?? Grant() }
    }
    try await messenger.shareDecisions()
    return grants(of: asked.app, asked.request.share.union(asked.request.read))
  }

  /// The apps of watches that were decided about.
  var watchApps: WatchApps {
    get async throws {
      if let apps = known.withLock({ $0 }) { return apps }
      let stored = try await WatchApps.read(store)
      return known.withLock { known in
        let apps = known ?? stored
        known = apps
        return apps
      }
    }
  }

  /// Takes decisions for an app back to not determined, or denies what is authorized.
  ///
  /// - Parameters:
  ///   - app: Its bundle identifier.
  ///   - types: Which types; nothing for all.
  ///   - revokes: Whether they are denied instead.
  /// - Returns: What holds now for those types.
  /// - Throws: `RPCError` with FAILED_PRECONDITION on a watch.
  package func reset(
    _ app: String, _ types: Set<ObjectType>?, revoking revokes: Bool
  ) async throws -> [ObjectType: Grant] {
    try checkRole(to: "take decisions back")
    let held = store.state.grants.keys.lazy.filter { $0.app == app }.map(\.type)
    var named = types ?? Set(held)
    // Documents go with their type: it would hand them out when it is granted again.
    if named.contains(.cda) { named.formUnion(held.filter { $0.document != nil }) }
    let types = named
    guard !types.isEmpty else { return [:] }
    try await change(
      app, noting: revokes ? "access.revoked" : "access.reset", AccessDecision.names(types)
    ) { old in
      types.sorted().compactMap { type in
        old[type].map { (type, revokes ? $0.revoked : Grant()) }
      }
    }
    try await messenger.shareDecisions()
    return grants(of: app, types)
  }
}

extension AccessRequests {
  private static func checkReasons(
    of app: RegisteredApp, for request: AccessRequest
  ) throws(ModelError) {
    for (types, reason, what) in [
      (request.share, app.shareReason, "sharing"), (request.read, app.readReason, "reading"),
    ] where !types.isEmpty && reason.isEmpty {
      throw ModelError(
        .invalidArgument, cannot: "request authorization",
        "the app was added without a reason for \(what)")
    }
  }

  private func checkRole(to verb: String) throws(RPCError) {
    guard messenger.role == .phone else {
      throw RPCError(.failedPrecondition, "cannot \(verb): the phone decides")
    }
  }

  /// What an app of this node asked for and nobody decided.
  func openQuestions(of app: RegisteredApp) -> [AccessQuestion] {
    openRequests.filter { $0.watch == nil && $0.question.app == app.bundleIdentifier }
      .map(\.question)
  }

  private func ask(for open: AccessRequest, by app: RegisteredApp) async throws {
    let own = openQuestions(of: app)
    let isAsked = own.contains { question in
      open.share.isSubset(of: question.request.share)
        && open.read.isSubset(of: question.request.read)
    }
    if isAsked { return }
    guard own.count < AccessQuestion.mostOpenPerApp, try await put(open, by: app) else {
      throw Self.tooMany
    }
  }

  /// Puts a question of an app; returns whether it waits.
  func put(_ open: AccessRequest, by app: RegisteredApp) async throws -> Bool {
    var entropy = Entropy()
    let question = AccessQuestion(
      id: entropy.next(), app: app.bundleIdentifier, request: open, askedAt: store.clock.now,
      name: app.name, shareReason: app.shareReason, readReason: app.readReason)
    return try await messenger.ask(question)
  }

  private static let tooMany = RPCError(
    .resourceExhausted, "cannot request authorization: too many requests wait for a decision")

  private func grants(of app: String, _ types: Set<ObjectType>) -> [ObjectType: Grant] {
    let held = store.state.grants
    return Dictionary(
      uniqueKeysWithValues: types.map { type in
        (type, held[StoreState.GrantKey(app: app, type: type)]?.grant ?? Grant())
      })
  }

  /// Checks that the watches can be told of all decisions once some are changed; what takes decisions back
  /// always may.
  private static func checkRoom(
    for changes: [Change], in state: StoreState
  ) throws(RPCError) {
    var grants = state.grants.mapValues(\.grant)
    let before = grants.values.count(where: \.isDetermined)
    for case .setGrant(let grant, let app, let type) in changes {
      grants[StoreState.GrantKey(app: app, type: type)] = grant
    }
    let after = grants.values.count(where: \.isDetermined)
    guard after > WatchSettings.mostAccesses, after > before else { return }
    throw RPCError(
      .resourceExhausted,
      "cannot decide: \(after) decisions for all apps exceed \(WatchSettings.mostAccesses), what "
        + "watches can be told; remove apps and take back what was decided for them")
  }

  /// Changes what an app may do, and notes it in the audit, in one commit.
  ///
  /// It runs on the writer's thread, so that nothing changes between the look at what held and the commit.
  private func change(
    _ app: String, noting event: String, _ detail: String, of request: OpenRequest? = nil,
    _ grants: @escaping @Sendable ([ObjectType: Grant]) -> [(type: ObjectType, grant: Grant)]
  ) async throws {
    let now = store.clock.now
    try await store.withWriter { writer in
      var old: [ObjectType: Grant] = [:]
      for (key, held) in writer.state.grants where key.app == app { old[key.type] = held.grant }
      let changes = grants(old).filter { old[$0.type] != $0.grant }
        .map { Change.setGrant($0.grant, app: app, type: $0.type) }
      try Self.checkRoom(for: changes, in: writer.state)
      let entry = AuditEntry(at: now, event: event, subject: app, detail: detail)
      try self.known.withLock { known in
        var others = [Change.noteAudit(entry)]
        var apps = known
        if let request, let watch = request.watch {
          apps?.note(request.question, of: watch)
          if let apps { others.append(apps.change) }
        }
        try writer.commitTogether(changes + others, at: now)
        known = apps
      }
    }
  }
}

extension AccessDecision {
  /// What was decided, for people.
  fileprivate var words: String {
    [
      ("may share", share, true), ("may not share", share, false),
      ("may read", read, true), ("may not read", read, false),
    ].compactMap { words, answers, answer in
      let types = Set(answers.lazy.filter { $0.value == answer }.map(\.key))
      return types.isEmpty ? nil : "\(words) \(Self.names(types))"
    }.joined(separator: "; ")
  }

  fileprivate static func names(_ types: Set<ObjectType>) -> String {
    let documents = types.compactMap(\.document).sorted()
    let names = types.filter { $0.document == nil }.sorted().map(\.name)
    switch documents.count {
    case 0: return names.joined(separator: ", ")
    case 1: return (names + ["document \(documents[0])"]).joined(separator: ", ")
    default: return (names + ["\(documents.count) documents"]).joined(separator: ", ")
    }
  }
}

extension Grant {
  /// The same with what is authorized denied.
  fileprivate var revoked: Grant {
    Grant(
      share: share == .authorized ? .denied : share, read: read == .authorized ? .denied : read)
  }
}
