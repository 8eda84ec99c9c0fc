package import ProtobufWire

/// Asks the user for permission.
package struct RequestAuthorizationRequest: WireMessage {
  package static let wireName = "dyad.v1.RequestAuthorizationRequest"

  /// Types to share.
  package var share: [String] = []
  /// Types to read.
  package var read: [String] = []
  /// Leaves the question with the user instead of waiting for the answer; a call that is cancelled
  /// or runs out of time does the same.
  package var noWait = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: share.append(try field.string("share"))
    case 2: read.append(try field.string("read"))
    case 3: noWait = try field.bool("no_wait")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(share, field: 1)
    writer.write(read, field: 2)
    writer.write(noWait, field: 3)
  }
}
