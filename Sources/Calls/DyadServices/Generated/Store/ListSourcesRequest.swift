package import ProtobufWire

/// Asks who saved samples.
package struct ListSourcesRequest: WireMessage {
  package static let wireName = "dyad.v1.ListSourcesRequest"

  /// Type.
  package var type = ""
  /// Predicate.
  package var predicate: PredicateMessage?
  /// The last one of the answer before, where that said that there are more.
  package var after: [UInt8]?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: try field.merge(into: &predicate, "predicate")
    case 3: after = try field.bytes("after")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(predicate, field: 2)
    if let after { writer.write(after, field: 3, always: true) }
  }
}
