package import ProtobufWire

/// How a service is.
package struct HealthCheckResponse: WireMessage {
  package static let wireName = "grpc.health.v1.HealthCheckResponse"

  /// Whether a service takes calls.
  package enum ServingStatus: Int32, Hashable, Sendable {
    /// Not known yet.
    case unknown = 0
    /// It takes calls.
    case serving = 1
    /// It is there and takes no calls.
    case notServing = 2
    /// There is no such service; said by Watch alone, where Check fails with NOT_FOUND.
    case serviceUnknown = 3
  }

  /// How it is; a number that is not known counts as unknown.
  package var status = ServingStatus.unknown

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: status = ServingStatus(rawValue: try field.int32("status")) ?? .unknown
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(status.rawValue, field: 1)
  }
}
