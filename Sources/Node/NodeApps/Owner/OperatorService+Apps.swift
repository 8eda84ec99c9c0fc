internal import DyadServices
package import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeLog
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import RPCCore

// The apps that the node knows.
extension OperatorService {
  func addApp(_ request: AddAppRequest) async throws -> AddAppResponse {
    let added = try await apps.add(
      request.bundleIdentifier, name: request.name, readReason: request.readReason,
      shareReason: request.shareReason, user: request.user, start: request.start)
    log.write(.info, "app.added", .text("app", request.bundleIdentifier))
    var response = AddAppResponse()
    response.token = added.token
    response.path = added.path
    return response
  }

  func listApps(_ request: ListAppsRequest) async throws -> ListAppsResponse {
    var response = ListAppsResponse()
    let visitors = try await watchApps
    let subscriptions = try await store.subscriptions.subscriptions(of: store)
    for app in apps.apps {
      var message = AppMessage(app)
      message.accesses = [TypeAccessMessage](grants(of: app.bundleIdentifier))
      message.subscriptions = subscriptions.all(of: app.bundleIdentifier).map(\.key.name)
      message.watches = visitors[app.bundleIdentifier]?.watches ?? []
      response.apps.append(message)
    }
    let own = Set(apps.apps.map(\.bundleIdentifier))
    for (app, var message) in visitors.sorted(by: { $0.key < $1.key }) where !own.contains(app) {
      let grants = grants(of: app)
      // What was taken back is as if it never had been asked for.
      guard grants.values.contains(where: \.isDetermined) else { continue }
      message.accesses = [TypeAccessMessage](grants)
      response.apps.append(message)
    }
    return response
  }

  /// The apps of watches by bundle identifier, each with the names of its watches.
  private var watchApps: [String: AppMessage] {
    get async throws {
      let ledger = await trust.ledger
      guard ledger.role == .phone else { return [:] }
      var messages: [String: AppMessage] = [:]
      for entry in try await requests.watchApps.entries {
        // The one that asked last says what it is called.
        var message = AppMessage(entry)
        let id = "\(entry.watch)"
        message.watches =
          (messages[entry.bundleIdentifier]?.watches ?? []) + [ledger.name(ofDevice: id) ?? id]
        messages[entry.bundleIdentifier] = message
      }
      return messages
    }
  }

  func removeApp(_ request: RemoveAppRequest) async throws -> RemoveAppResponse {
    guard try await remove(request.bundleIdentifier) else {
      throw RPCError(.notFound, "cannot remove the app: the node knows none of that name")
    }
    try await engine.withdraw(all: request.bundleIdentifier)
    log.write(.info, "app.removed", .text("app", request.bundleIdentifier))
    return RemoveAppResponse()
  }

  func resetApp(_ request: ResetAppRequest) async throws -> ResetAppResponse {
    let operation = "reset the app"
    try await checkIsPhone(to: operation)
    let types = try NamedTypes.read(request.types, cannot: operation, areDecided: true)
    let app = request.bundleIdentifier
    // Decisions for the apps of watches are made here, and those of an app that was removed stay.
    let isKnown =
      apps.apps.contains { $0.bundleIdentifier == app }
      || store.state.grants.keys.contains { $0.app == app }
    guard isKnown else {
      throw RPCError(.notFound, "cannot \(operation): nothing was ever decided for it")
    }
    let grants = try await requests.reset(
      app, types.isEmpty ? nil : types, revoking: request.revoke)
    var response = ResetAppResponse()
    response.accesses = [TypeAccessMessage](grants)
    return response
  }

  /// What was decided for an app, by type.
  package func grants(of app: String) -> [ObjectType: Grant] {
    var grants: [ObjectType: Grant] = [:]
    for (key, stored) in store.state.grants where key.app == app { grants[key.type] = stored.grant }
    return grants
  }
}

extension AppMessage {
  /// What the owner is told of an app of a watch, but for what was decided for it.
  fileprivate init(_ app: WatchApps.Entry) {
    self.init()
    bundleIdentifier = app.bundleIdentifier
    name = app.name.isEmpty ? app.bundleIdentifier : app.name
    readReason = app.readReason
    shareReason = app.shareReason
    addedAt = app.askedAt
    isElsewhere = true
  }

  /// What the owner is told of an app, but for what was decided for it.
  init(_ app: RegisteredApp) {
    self.init()
    bundleIdentifier = app.bundleIdentifier
    name = app.name
    readReason = app.readReason
    shareReason = app.shareReason
    user = app.user
    addedAt = app.addedAt
    start = app.start
  }
}

extension [TypeAccessMessage] {
  /// Decisions by the names of types, in their order.
  init(_ grants: [ObjectType: Grant]) {
    self = grants.map { type, grant in
      var message = TypeAccessMessage()
      message.type = type.identifier
      message.share = UInt32(clamping: grant.share.rawValue)
      message.read = UInt32(clamping: grant.read.rawValue)
      return message
    }.sorted { $0.type < $1.type }
  }
}
