package import ProtobufWire

/// Sets whose samples of a type come first; on the phone.
///
/// Without sources it asks.
package struct OrderSourcesRequest: WireMessage {
  package static let wireName = "dyad.v1.OrderSourcesRequest"

  /// Type.
  package var type = ""
  /// Bundle identifiers.
  package var bundleIdentifiers: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: bundleIdentifiers.append(try field.string("bundle_identifiers"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(bundleIdentifiers, field: 2)
  }
}
