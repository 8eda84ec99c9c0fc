/// Asks about all services.
package struct HealthListRequest: EmptyMessage {
  package static let wireName = "grpc.health.v1.HealthListRequest"

  package init() {}
}
