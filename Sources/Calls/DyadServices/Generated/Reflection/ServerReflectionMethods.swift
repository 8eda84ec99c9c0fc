package import RPCCore

/// The methods of grpc.reflection.v1.ServerReflection.
package enum ServerReflectionMethods {
  /// The full name of the service.
  package static let name = "grpc.reflection.v1.ServerReflection"
  /// Each question gets one answer, in order.
  package static let serverReflectionInfo = Method<
    ServerReflectionRequest, ServerReflectionResponse
  >(
    name, "ServerReflectionInfo", .bidirectional)
}
