internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods by which an app asks for permission, and for what it may know of it.
  func addAuthorization(to router: inout CallerRouter) {
    router.unary(StoreMethods.requestAuthorization) { request, call in
      try await stand(call) { view in
        let app = try Self.app(of: view, to: "request authorization")
        var response = RequestAuthorizationResponse()
        response.isDecided = try await requests.request(
          try Self.accessRequest(share: request.share, read: request.read), by: app,
          waiting: !request.noWait)
        return response
      }
    }
    router.unary(StoreMethods.handleAuthorization) { _, call in
      try await stand(call) { view in
        try await requests.waitForCompanions(of: try Self.app(of: view, to: "handle requests"))
        return HandleAuthorizationResponse()
      }
    }
    router.unary(StoreMethods.requestDocuments) { request, call in
      try await stand(call) { view in
        let app = try Self.app(of: view, to: "ask for documents")
        try await requests.requestDocuments(by: app, waiting: !request.noWait)
        return RequestDocumentsResponse()
      }
    }
    router.unary(StoreMethods.getAuthorization) { request, call in
      try await answer(call) { view in
        _ = try Self.app(of: view, to: "tell the authorization")
        return try Self.authorization(for: request, of: view)
      }
    }
  }

  private static func authorization(
    for request: GetAuthorizationRequest, of view: StoreView
  ) throws -> GetAuthorizationResponse {
    var response = GetAuthorizationResponse()
    let asked = try accessRequest(share: request.share, read: request.read)
    response.statuses = try request.share.map { identifier in
      let type = try ObjectType(wire: identifier, field: "share")
      return UInt32(view.access.authorizationStatus(of: type).rawValue)
    }
    do throws(ModelError) {
      response.shouldRequest = try !view.access.undecided(in: asked).isEmpty
    } catch {
      // The user is asked for nothing where something of it is for nobody to have; of sharing it has a
      // status all the same.
      guard error.code == .invalidArgument, asked.read.isEmpty, !asked.isEmpty else { throw error }
    }
    return response
  }

  private static func accessRequest(
    share: [String], read: [String]
  ) throws(StoreWireError) -> AccessRequest {
    AccessRequest(
      share: share.isEmpty ? [] : Set(try ObjectType.types(wire: share, field: "share")),
      read: read.isEmpty ? [] : Set(try ObjectType.types(wire: read, field: "read")))
  }

  private static func app(
    of view: StoreView, to verb: String
  ) throws(RPCError) -> RegisteredApp {
    guard case .app(let app) = view.caller else {
      throw RPCError(.failedPrecondition, "cannot \(verb): the owner needs none")
    }
    return app
  }
}
