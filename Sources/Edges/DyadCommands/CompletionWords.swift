internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import PairingCommands
internal import StoreAccess

/// What a word of a command can be, where that changes with the machine or the store.
enum CompletionWords: String, CaseIterable {
  case zones
  case units
  case sources
  case devices
  case apps
  case requests
  /// What stands behind 'sources order': a type, and then its sources.
  case order

  /// What `dyad` offers to a shell.
  ///
  /// - Parameter surroundings: What it needs of the machine.
  /// - Returns: It.
  static func offers(in surroundings: PairingSurroundings) -> Offers {
    Offers(allCases.map(\.rawValue), sleep: surroundings.sleep) { kind, typed, folder in
      try await Self(rawValue: kind)?.all(typed, folder) ?? []
    }
  }

  private func all(_ typed: [String], _ folder: String?) async throws -> [String] {
    let type = typed.lazy.compactMap { ObjectType(named: $0) }.first
    switch self {
    case .zones: return ZoneChoice.names
    case .units:
      let types = type.map { [$0] } ?? ObjectType.all
      return types.flatMap { $0.description?.fittingUnits.map(\.unitString) ?? [] }
    case .order where type == nil: return Argument.typeNames
    case .sources, .order:
      guard let type else { return [] }
      let session = StoreSession(folder: folder)
      let sources: [Source]
      do {
        sources = try await session.open(.isAnError).sources(of: type, where: .constant(true))
      } catch {
        try? await session.close()
        throw error
      }
      try await session.close()
      return sources.flatMap { [$0.bundleIdentifier, $0.name] }
    case .devices: return try await PairProgram.devices(folder)
    case .apps:
      let answer = try await Offers.ask(OperatorMethods.listApps, ListAppsRequest(), folder)
      return answer.apps.map(\.bundleIdentifier)
    case .requests:
      let answer = try await Offers.ask(OperatorMethods.listRequests, ListRequestsRequest(), folder)
      return answer.requests.map(\.id)
    }
  }
}
