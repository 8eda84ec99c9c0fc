internal import DyadServices
internal import HealthModel
internal import HealthStorage
package import LocalStore
package import NodeLog
package import NodeSync
package import NodeTrust
internal import Pairing
internal import RPCCore

/// Lets the owner of a node look after it.
///
/// Who may call is decided by the socket: everybody here is the owner, and sees everything.
package struct OperatorService: Sendable {
  let store: LocalStore
  let trust: StoredTrust
  let engine: SyncEngine
  let requests: AccessRequests
  let apps: AppRegistry
  let device: DeviceSelf
  /// The program's version.
  let version: String
  /// Gives memory back that work touched.
  let giveBack: @Sendable () async -> Void
  let log: Log
  /// Removes an app with all that it follows, and says whether there was one.
  let remove: @Sendable (String) async throws -> Bool
  /// In seconds since 2001-01-01 UTC.
  let startedAt: Double

  /// Makes the service; the node has started now.
  package init(
    store: LocalStore, trust: StoredTrust, engine: SyncEngine, requests: AccessRequests,
    apps: AppRegistry, device: DeviceSelf, version: String, log: Log,
    giveBack: @escaping @Sendable () async -> Void,
    remove: @escaping @Sendable (String) async throws -> Bool
  ) {
    self.store = store
    self.trust = trust
    self.engine = engine
    self.requests = requests
    self.apps = apps
    self.device = device
    self.version = version
    self.giveBack = giveBack
    self.log = log
    self.remove = remove
    startedAt = trust.clock.now
  }

  /// Adds the methods.
  package func add(to router: inout CallerRouter) {
    router.serverStreaming(OperatorMethods.getStatus) { request, responses, _ in
      try await translating { try await tellStatus(request, responses) }
    }
    add(OperatorMethods.syncNow, to: &router, syncNow)
    add(OperatorMethods.answerBrake, to: &router, answerBrake)

    add(OperatorMethods.addApp, to: &router, addApp)
    add(OperatorMethods.listApps, to: &router, listApps)
    add(OperatorMethods.removeApp, to: &router, removeApp)
    add(OperatorMethods.resetApp, to: &router, resetApp)

    add(OperatorMethods.listRequests, to: &router, listRequests)
    add(OperatorMethods.decide, to: &router, decide)
    add(OperatorMethods.getAudit, to: &router, getAudit)

    add(OperatorMethods.getProfile, to: &router, getProfile)
    add(OperatorMethods.setProfile, to: &router, setProfile)
    add(OperatorMethods.preferUnit, to: &router, preferUnit)
    add(OperatorMethods.orderSources, to: &router, orderSources)
    add(OperatorMethods.listDeletedMarks, to: &router, listDeletedMarks)
    add(OperatorMethods.noteExport, to: &router, noteExport)
    add(OperatorMethods.listUndo, to: &router, listUndo)
    add(OperatorMethods.noteImport, to: &router, noteImport)
    add(OperatorMethods.undo, to: &router, undo)

    add(OperatorMethods.setCutoff, to: &router, setCutoff)
    add(OperatorMethods.setScope, to: &router, setScope)
    add(OperatorMethods.getScope, to: &router, getScope)
    add(OperatorMethods.listTypes, to: &router, listTypes)
    router.serverStreaming(OperatorMethods.verifyStore) { _, responses, _ in
      try await translating { try await verifyStore(responses) }
    }
    add(OperatorMethods.maintainStore, to: &router, maintainStore)
    add(OperatorMethods.backup, to: &router, backup)
    add(OperatorMethods.advanceClock, to: &router, advanceClock)
  }

  private func add<Request, Response>(
    _ method: Method<Request, Response>, to router: inout CallerRouter,
    _ answer: @escaping @Sendable (Request) async throws -> Response
  ) {
    router.unary(method) { request, _ in try await translating { try await answer(request) } }
  }

  private func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as CancellationError {
      throw error
    } catch {
      let answer = RPCError(ofOwnersCall: error)
      if answer.code == .internal {
        log.write(.error, "operator.failed", .text("reason", answer.detail))
      }
      throw answer
    }
  }
}

// What several methods need.
extension OperatorService {
  /// Notes in the audit that the owner did something.
  package func note(_ event: String, _ subject: String = "", _ detail: String = "") async throws {
    try await store.commit(
      .noteAudit(
        AuditEntry(at: trust.clock.now, event: event, subject: subject, detail: detail)))
  }

  /// Sees that this is a phone.
  ///
  /// - Parameter operation: what is to be done, "set the profile".
  /// - Throws: FAILED_PRECONDITION, naming the phone.
  func checkIsPhone(to operation: String) async throws(RPCError) {
    let ledger = await trust.ledger
    guard ledger.role == .watch else { return }
    let phone = ledger.peers.first.map { "which is \($0)" } ?? "and this watch has none"
    throw RPCError(.failedPrecondition, "cannot \(operation): the phone decides, \(phone)")
  }
}
