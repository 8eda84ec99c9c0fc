package import HealthModel
internal import LocalStore
private import Synchronization
private import SystemCore

/// What answers the permission requests of an app of an embedded store.
///
/// That is a closure, a decision that was made before, or somebody who reads lines. With a daemon its owner answers, by
/// `dyad approve`. One question is asked at a time. What was answered is stored, and never asked again.
package final class PermissionSheet: Sendable {
  /// Answers a question; what the decision leaves out stays undecided, as when a sheet is put away.
  package typealias Answer = @Sendable (AccessQuestion) async throws -> AccessDecision

  private let reasons: (read: String, share: String)
  private let answer: Answer
  private let last = Mutex<Task<Void, any Error>?>(nil)

  /// A sheet that a closure answers.
  ///
  /// - Parameters:
  ///   - readReason: Why the app wants to read, for people.
  ///   - shareReason: Why it wants to share, likewise.
  ///   - answer: Answers.
  package init(
    readReason: String = "", shareReason: String = "", _ answer: @escaping Answer
  ) {
    reasons = (readReason, shareReason)
    self.answer = answer
  }

  /// Allows whatever is asked for, or denies it.
  package static func always(_ isAllowed: Bool) -> PermissionSheet {
    PermissionSheet { AccessDecision(isAllowed, to: $0.request) }
  }

  /// Answers as was decided before; what was not stays undecided.
  package static func stored(_ decision: AccessDecision) -> PermissionSheet {
    PermissionSheet { _ in decision }
  }

  /// Asks line by line, for each type and direction.
  ///
  /// - Parameters:
  ///   - readReason: Why the app wants to read.
  ///   - shareReason: Why it wants to share.
  ///   - write: Shows a line.
  ///   - readLine: Reads one; nothing at the end of the input, which leaves the rest undecided.
  /// - Returns: The sheet.
  package static func lines(
    readReason: String = "", shareReason: String = "",
    write: @escaping @Sendable (String) -> Void,
    readLine: @escaping @Sendable () async throws -> String?
  ) -> PermissionSheet {
    PermissionSheet(readReason: readReason, shareReason: shareReason) { question in
      let name = question.name.isEmpty ? question.app : question.name
      func decide(
        _ types: Set<ObjectType>, to verb: String, _ reason: String
      ) async throws -> [ObjectType: Bool] {
        var answers: [ObjectType: Bool] = [:]
        if !types.isEmpty, !reason.isEmpty { write("\(name) wants to \(verb): \(reason)") }
        for type in types.sorted() {
          write("May \(name) \(verb) \(question.words(for: type))? yes or no")
          guard let line = try await readLine() else { break }
          switch line.lowercased() {
          case "y", "yes": answers[type] = true
          case "n", "no": answers[type] = false
          default: continue
          }
        }
        return answers
      }
      return AccessDecision(
        share: try await decide(question.request.share, to: "save", question.shareReason),
        read: try await decide(question.request.read, to: "read", question.readReason))
    }
  }

  /// Asks for what is not decided yet.
  ///
  /// A wait that is cancelled leaves the question with whoever answers it.
  ///
  /// - Parameters:
  ///   - request: What an app asks for.
  ///   - session: The app's.
  ///   - waits: Whether to wait for the answer.
  /// - Returns: Whether nothing of it is open any more.
  /// - Throws: `invalidArgument` for what no user can permit, and what the answer throws.
  func request(
    _ request: AccessRequest, in session: AppSession, waiting waits: Bool
  ) async throws -> Bool {
    if try session.undecided(in: request).isEmpty { return true }
    try session.store.checkMayDecide(to: "request authorization")
    try await afterOthers(waiting: waits) { try await self.ask(request, in: session) }
    return try session.undecided(in: request).isEmpty
  }

  /// Asks about documents of others of which nothing is decided yet; returns at once where there are none.
  func requestDocuments(in session: AppSession, waiting waits: Bool) async throws {
    if try await session.undecidedDocuments(in: .foreground).isEmpty { return }
    try session.store.checkMayDecide(to: "ask for documents")
    try await afterOthers(waiting: waits) {
      // What was asked before this may have decided it.
      let documents = try await session.undecidedDocuments(in: .foreground)
      let request = AccessRequest(read: Set(documents.map { .document($0.uuid) }))
      try await self.ask(request, documents, of: session)
    }
  }

  /// Asks once everything is answered that was asked before.
  private func afterOthers(
    waiting waits: Bool, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let asked = last.withLock { last in
      let task = Task { [last] in
        _ = await last?.result
        try await body()
      }
      last = task
      return task
    }
    guard waits else { return }
    let (answered, continuation) = AsyncThrowingStream.makeStream(of: Void.self)
    Task {
      switch await asked.result {
      case .success: continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
    for try await _ in answered {}
    try Task.checkCancellation()
  }

  private func ask(_ request: AccessRequest, in session: AppSession) async throws {
    // What was asked before this may have decided it.
    try await ask(try session.undecided(in: request), [], of: session)
  }

  private func ask(
    _ open: AccessRequest, _ documents: [AskedDocument], of session: AppSession
  ) async throws {
    guard !open.isEmpty else { return }
    let app = session.source.source
    var entropy = Entropy()
    var question = AccessQuestion(
      id: entropy.next(), app: app.bundleIdentifier, request: open,
      askedAt: session.store.clock.now, name: app.name, shareReason: reasons.share,
      readReason: reasons.read)
    question.documents = documents
    var decision = try await answer(question)
    // What was not asked for is not decided by the way.
    decision.share = decision.share.filter { open.share.contains($0.key) }
    decision.read = decision.read.filter { open.read.contains($0.key) }
    guard !decision.request.isEmpty else { return }
    try await session.store.decide(decision, for: app.bundleIdentifier)
  }
}

extension AccessQuestion {
  /// What people read of a type that it asks for: of a document, what that says of itself.
  fileprivate func words(for type: ObjectType) -> String {
    guard let document = documents.first(where: { .document($0.uuid) == type })?.document else {
      return type.name
    }
    func shown(_ text: String) -> String {
      // The text comes from whoever wrote the document, and a terminal obeys controls.
      String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    }
    let from = [document.patientName, document.custodianName].filter { !$0.isEmpty }.map(shown)
    return "the document \"\(shown(document.title))\""
      + (from.isEmpty ? "" : " (\(from.joined(separator: ", ")))")
  }
}
