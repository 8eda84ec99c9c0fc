internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

// The apps that the node knows.
extension OperatorService {
  func addApp(_ request: AddAppRequest) async throws -> AddAppResponse {
    let added = try await apps.add(
      request.bundleIdentifier, name: request.name, readReason: request.readReason,
      shareReason: request.shareReason, user: request.user)
    log.write(.info, "app.added", .text("app", request.bundleIdentifier))
    var response = AddAppResponse()
    response.token = added.token
    response.path = added.path
    return response
  }

  func listApps(_ request: ListAppsRequest) async throws -> ListAppsResponse {
    var response = ListAppsResponse()
    for app in apps.apps {
      var message = AppMessage(app)
      message.accesses = [TypeAccessMessage](grants(of: app.bundleIdentifier))
      message.subscriptions = await subscriptions(app.bundleIdentifier).sorted()
      response.apps.append(message)
    }
    return response
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
    let types = try NamedTypes.read(request.types, cannot: operation)
    let app = request.bundleIdentifier
    // Decisions for the apps of watches are made here, and those of an app that was removed stay.
    let isKnown =
      apps.apps.contains { $0.bundleIdentifier == app }
      || store.state.grants.keys.contains { $0.app == app }
    guard isKnown else {
      throw RPCError(.notFound, "cannot \(operation): nothing was ever decided for it")
    }
    let grants = try await desk.reset(app, types.isEmpty ? nil : types, revoking: request.revoke)
    var response = ResetAppResponse()
    response.accesses = [TypeAccessMessage](grants)
    return response
  }

  /// What was decided for an app, by type.
  func grants(of app: String) -> [ObjectType: Grant] {
    var grants: [ObjectType: Grant] = [:]
    for (key, stored) in store.state.grants where key.app == app { grants[key.type] = stored.grant }
    return grants
  }
}

extension AppMessage {
  /// What the owner is told of an app, but for what was decided for it.
  init(_ app: RegisteredApp) {
    self.init()
    bundleIdentifier = app.bundleIdentifier
    name = app.name
    readReason = app.readReason
    shareReason = app.shareReason
    user = app.user
    addedAt = app.addedAt
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
