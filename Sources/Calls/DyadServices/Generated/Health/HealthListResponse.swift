package import ProtobufWire

/// How all services are.
package struct HealthListResponse: WireMessage {
  package static let wireName = "grpc.health.v1.HealthListResponse"

  /// By full name.
  package var statuses: [String: HealthCheckResponse] = [:]

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.addEntry(to: &statuses, "statuses")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(entries: statuses, field: 1)
  }
}
