package import ProtobufWire

/// What is known here of the time that was asked for.
package struct CoverageMessage: WireMessage {
  package static let wireName = "dyad.v1.Coverage"

  /// Nothing that ended before is here, in seconds since 2001-01-01 UTC.
  package var from = 0.0
  /// The node's clock when it read.
  package var until = 0.0
  /// How many seconds ago the node and its peers held the same; left out where that is not known.
  ///
  /// For an app it is 0 while the node is in touch with its peers, whatever they tell each other,
  /// and then how long ago that was so.
  package var age: Double?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: from = try field.double("from")
    case 2: until = try field.double("until")
    case 3: age = try field.double("age")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(from, field: 1)
    writer.write(until, field: 2)
    if let age { writer.write(age, field: 3, always: true) }
  }
}
