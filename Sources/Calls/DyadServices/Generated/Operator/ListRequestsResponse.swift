package import ProtobufWire

/// What waits for a decision.
package struct ListRequestsResponse: WireMessage {
  package static let wireName = "dyad.v1.ListRequestsResponse"

  /// Requests.
  package var requests: [AppRequest] = []
  /// On a watch: whether the phone is connected, and when it was heard last.
  package var phoneIsConnected = false
  /// Phone heard at.
  package var phoneHeardAt: Double?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: requests.append(try field.message("requests"))
    case 2: phoneIsConnected = try field.bool("phone_is_connected")
    case 3: phoneHeardAt = try field.double("phone_heard_at")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(requests, field: 1)
    writer.write(phoneIsConnected, field: 2)
    if let phoneHeardAt { writer.write(phoneHeardAt, field: 3, always: true) }
  }
}
