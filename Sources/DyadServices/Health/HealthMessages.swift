package import ProtobufWire

/// Asks about one service.
package struct HealthCheckRequest: WireMessage {
  package static let wireName = "grpc.health.v1.HealthCheckRequest"

  /// Its full name; nothing stands for the server as a whole.
  package var service = ""

  /// Makes the question about the server as a whole.
  package init() {}

  /// Makes the question about one service.
  package init(service: String) {
    self.service = service
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { service = try field.string("service") }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(service, field: 1)
  }
}

/// Tells how one service is.
package struct HealthCheckResponse: WireMessage {
  package static let wireName = "grpc.health.v1.HealthCheckResponse"

  /// How it is; a number that we do not know counts as unknown.
  package var status = ServingStatus.unknown

  /// Makes an answer that tells nothing.
  package init() {}

  /// Makes an answer.
  package init(status: ServingStatus) {
    self.status = status
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 {
      status = ServingStatus(rawValue: try field.int32("status")) ?? .unknown
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(status.rawValue, field: 1)
  }
}

/// Asks about all services.
package struct HealthListRequest: WireMessage {
  package static let wireName = "grpc.health.v1.HealthListRequest"

  /// Makes the question.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {}

  package func write(to writer: inout WireWriter) {}
}

/// Tells how all services are.
package struct HealthListResponse: WireMessage {
  package static let wireName = "grpc.health.v1.HealthListResponse"

  /// How each is, by full name.
  package var statuses: [String: ServingStatus] = [:]

  /// Makes an answer without services.
  package init() {}

  /// Makes an answer.
  package init(statuses: [String: ServingStatus]) {
    self.statuses = statuses
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 {
      let entry = try field.message("statuses", as: HealthListEntry.self)
      statuses[entry.service] = entry.response.status
    }
  }

  package func write(to writer: inout WireWriter) {
    for (service, status) in statuses.sorted(by: { $0.key < $1.key }) {
      let response = HealthCheckResponse(status: status)
      writer.write(HealthListEntry(service: service, response: response), field: 1)
    }
  }
}

private struct HealthListEntry: WireMessage {
  static let wireName = "grpc.health.v1.HealthListResponse.StatusesEntry"

  var service = ""
  var response = HealthCheckResponse()

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: service = try field.string("key")
    case 2: try field.merge(into: &response, "value")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    // Both fields of a map's entry are always written, as others do.
    writer.write(service, field: 1, always: true)
    writer.write(response, field: 2)
  }
}
