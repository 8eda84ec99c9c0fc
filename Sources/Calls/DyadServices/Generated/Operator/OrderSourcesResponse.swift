package import ProtobufWire

/// The order that holds.
package struct OrderSourcesResponse: WireMessage {
  package static let wireName = "dyad.v1.OrderSourcesResponse"

  /// Bundle identifiers.
  package var bundleIdentifiers: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifiers.append(try field.string("bundle_identifiers"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifiers, field: 1)
  }
}
