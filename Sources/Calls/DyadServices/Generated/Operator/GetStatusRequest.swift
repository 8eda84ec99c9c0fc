package import ProtobufWire

/// Asks how the node is.
package struct GetStatusRequest: WireMessage {
  package static let wireName = "dyad.v1.GetStatusRequest"

  /// Goes on telling, whenever something changed and at most every so many seconds; 0 tells once.
  package var every = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: every = try field.double("every")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(every, field: 1)
  }
}
