package import ProtobufWire

/// The condition that an object has to meet: terms in postfix order, of which one value is left.
///
/// Without any term every object meets it. At most 4096 terms.
package struct PredicateMessage: WireMessage {
  package static let wireName = "dyad.v1.Predicate"

  /// Terms.
  package var terms: [PredicateTermMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: terms.append(try field.message("terms"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(terms, field: 1)
  }
}
