package import ProtobufWire

/// Asks about one service.
package struct HealthCheckRequest: WireMessage {
  package static let wireName = "grpc.health.v1.HealthCheckRequest"

  /// Its full name; nothing stands for the server as a whole.
  package var service = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: service = try field.string("service")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(service, field: 1)
  }
}
