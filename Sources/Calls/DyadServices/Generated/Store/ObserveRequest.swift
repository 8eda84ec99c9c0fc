package import ProtobufWire

/// Asks to be told whenever something happens.
package struct ObserveRequest: WireMessage {
  package static let wireName = "dyad.v1.ObserveRequest"

  /// Types.
  package var types: [String] = []
  /// Predicate.
  package var predicate: PredicateMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: types.append(try field.string("types"))
    case 2: try field.merge(into: &predicate, "predicate")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(types, field: 1)
    writer.write(predicate, field: 2)
  }
}
