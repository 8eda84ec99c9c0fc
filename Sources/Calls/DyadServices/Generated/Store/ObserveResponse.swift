package import ProtobufWire

/// Something happened to samples of the type; what, a query or an anchor tells.
///
/// The first one of each type says that it is being watched.
package struct ObserveResponse: WireMessage {
  package static let wireName = "dyad.v1.ObserveResponse"

  /// Type.
  package var type = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
  }
}
