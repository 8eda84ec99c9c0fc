package import ProtobufWire

/// What the app may know of its permission.
package struct GetAuthorizationResponse: WireMessage {
  package static let wireName = "dyad.v1.GetAuthorizationResponse"

  /// For each type of `share`: 0 not determined, 1 denied, 2 authorized.
  package var statuses: [UInt32] = []
  /// Whether the user would be asked for any of it.
  package var shouldRequest = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1:
      statuses += try field.varints("statuses").map {
        UInt32(truncatingIfNeeded: $0)
      }
    case 2: shouldRequest = try field.bool("should_request")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.writePacked(statuses, field: 1)
    writer.write(shouldRequest, field: 2)
  }
}
