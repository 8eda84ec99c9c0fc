package import RPCCore

/// The methods of grpc.health.v1.Health.
package enum HealthMethods {
  /// The full name of the service.
  package static let name = "grpc.health.v1.Health"
  /// How a service is now; fails with NOT_FOUND where it is unknown.
  package static let check = Method<HealthCheckRequest, HealthCheckResponse>(name, "Check", .unary)
  /// How all services are now.
  package static let list = Method<HealthListRequest, HealthListResponse>(name, "List", .unary)
  /// How a service is now, and again whenever that changes; an unknown service may appear later.
  package static let watch = Method<HealthCheckRequest, HealthCheckResponse>(
    name, "Watch", .serverStreaming)
}
