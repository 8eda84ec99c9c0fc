internal import DyadServices
internal import HealthCodec
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// Asks the user for permission.
  ///
  /// Cancelling it leaves the question with the user.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - waits: Whether to wait for the answer.
  /// - Returns: Whether nothing of it is open any more.
  /// - Throws: `invalidArgument` for what no user can permit.
  package func requestAuthorization(
    _ request: AccessRequest, waits: Bool = true
  ) async throws -> Bool {
    guard isApp else {
      try request.check()
      return true
    }
    var message = RequestAuthorizationRequest()
    message.share = request.share.sorted().map(\.identifier)
    message.read = request.read.sorted().map(\.identifier)
    message.noWait = !waits
    return try await call(StoreMethods.requestAuthorization, message) { $0.isDecided }
  }

  /// Asks the user about documents of which nothing is decided; the owner sees all of them.
  package func requestDocuments(waits: Bool) async throws {
    guard isApp else { return }
    var message = RequestDocumentsRequest()
    message.noWait = !waits
    try await call(StoreMethods.requestDocuments, message) { _ in }
  }

  /// What the app may know of its permission: whether it may share each of the types.
  package func authorizationStatuses(
    of types: [ObjectType]
  ) async throws -> [ObjectType: AuthorizationStatus] {
    guard isApp else {
      return Dictionary(types.map { ($0, .sharingAuthorized) }) { status, _ in status }
    }
    // A node has to be asked about something.
    guard !types.isEmpty else { return [:] }
    var request = GetAuthorizationRequest()
    request.share = types.map(\.identifier)
    return try await call(StoreMethods.getAuthorization, request) { response in
      guard response.statuses.count == types.count else {
        throw RemoteFailure.strange("it has \(response.statuses.count) statuses")
      }
      var statuses: [ObjectType: AuthorizationStatus] = [:]
      for (type, number) in zip(types, response.statuses) {
        guard let status = AuthorizationStatus(rawValue: Int(number)) else {
          throw RemoteFailure.strange("there is no such status")
        }
        statuses[type] = status
      }
      return statuses
    }
  }

  /// Whether the user would be asked for any of it.
  package func shouldRequest(_ request: AccessRequest) async throws -> Bool {
    guard isApp else {
      try request.check()
      return false
    }
    var message = GetAuthorizationRequest()
    message.share = request.share.sorted().map(\.identifier)
    message.read = request.read.sorted().map(\.identifier)
    return try await call(StoreMethods.getAuthorization, message) { $0.shouldRequest }
  }

  /// What the user said of themselves, as far as the caller may know.
  package func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    var request = GetCharacteristicRequest()
    request.type = kind.type.identifier
    return try await call(StoreMethods.getCharacteristic, request) { response in
      let characteristic = try Characteristic(
        response.characteristic ?? [], in: "characteristic")
      guard characteristic.kind == kind else {
        throw RemoteFailure.strange("it is of another kind")
      }
      return characteristic
    }
  }

  /// Waits until nothing is open any more that companions of the app on watches ask the user for; to the owner they
  /// are requests like others.
  package func handleAuthorization() async throws {
    guard isApp else { return }
    try await call(StoreMethods.handleAuthorization, HandleAuthorizationRequest()) { _ in }
  }

  /// The units that the user chose for these types, where they chose one.
  package func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit] {
    try await call(StoreMethods.getPreferredUnits, Self.request(types)) { try Self.units($0) }
  }

  /// The same, and all of them again whenever the user chose another, until nobody holds the answer.
  package func followPreferredUnits(
    of types: Set<ObjectType>
  ) throws -> StoreStream<[ObjectType: Unit]> {
    StoreStream(
      try open(StoreMethods.followPreferredUnits, Self.request(types)),
      endingWith: RPCError(.unavailable, "the daemon tells no more")
    ) { [try Self.units($0)] }
  }

  private static func request(_ types: Set<ObjectType>) -> GetPreferredUnitsRequest {
    var request = GetPreferredUnitsRequest()
    request.types = types.sorted().map(\.identifier)
    return request
  }

  private static func units(_ response: GetPreferredUnitsResponse) throws -> [ObjectType: Unit] {
    var units: [ObjectType: Unit] = [:]
    for bytes in response.preferences {
      let preference = try UnitPreference(bytes, in: "preferences")
      units[preference.type] = preference.unit
    }
    return units
  }

  /// What the node knows and takes.
  package func coverage() async throws -> StoreCoverage {
    try await call(StoreMethods.getCoverage, GetCoverageRequest()) { response in
      try StoreCoverage(response.coverage)
    }
  }
}
