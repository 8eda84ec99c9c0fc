package import ProtobufWire

/// Asks what the app may share.
package struct GetAuthorizationRequest: WireMessage {
  package static let wireName = "dyad.v1.GetAuthorizationRequest"

  /// Share.
  package var share: [String] = []
  /// Types that it would ask to read, for `should_request` alone.
  package var read: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: share.append(try field.string("share"))
    case 2: read.append(try field.string("read"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(share, field: 1)
    writer.write(read, field: 2)
  }
}
