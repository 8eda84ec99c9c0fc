package import ProtobufWire

/// The user has decided, if it was waited for; what, is not told but for sharing.
package struct RequestAuthorizationResponse: WireMessage {
  package static let wireName = "dyad.v1.RequestAuthorizationResponse"

  /// Whether nothing of it is open any more.
  package var isDecided = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: isDecided = try field.bool("is_decided")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(isDecided, field: 1)
  }
}
