package import ProtobufWire
package import RPCCore

/// Tells callers which services this server offers, and what their messages look like.
///
/// It speaks of those that the router has when it is added, so it is added last.
package enum ReflectionService {
  /// The full names of the service: the present one, and the one that older clients ask for.
  package static let names = [
    ServerReflectionMethods.name, "grpc.reflection.v1alpha.ServerReflection",
  ]

  /// Questions and their answers, under the present name.
  package static let info = ServerReflectionMethods.serverReflectionInfo
  /// Questions and their answers, under the name that older clients ask for.
  package static let olderInfo = Method<ServerReflectionRequest, ServerReflectionResponse>(
    names[1], info.path.method, info.kind)

  fileprivate static func answer(
    _ requests: RequestStream<ServerReflectionRequest>, from index: ReflectionIndex,
    to responses: ResponseWriter<ServerReflectionResponse>
  ) async throws {
    var session = ReflectionIndex.Session()
    for try await request in requests {
      try await responses.send(index.answer(request, in: &session))
    }
  }
}

extension Router {
  /// Offers the reflection service, for all services that were added before it and itself.
  ///
  /// - Parameter pool: The descriptors that are shown; nobody waits for them before somebody asks.
  package mutating func addReflection(
    of pool: @autoclosure @escaping @Sendable () throws -> DescriptorPool
  ) {
    let services = methods.map(\.service) + ReflectionService.names
    let index = MadeOnce { ReflectionIndex(try pool(), services: services) }
    for method in [ReflectionService.info, ReflectionService.olderInfo] {
      bidirectional(method) { requests, responses, _ in
        try await ReflectionService.answer(requests, from: index.value(), to: responses)
      }
    }
  }
}
