package import ProtobufWire

/// The quantity that ended last; of several the one that began last, and of those the greatest.
package struct MostRecentQuantityMessage: WireMessage {
  package static let wireName = "dyad.v1.MostRecentQuantity"

  /// Value.
  package var value = 0.0
  /// Start.
  package var start = 0.0
  /// End.
  package var end = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: value = try field.double("value")
    case 2: start = try field.double("start")
    case 3: end = try field.double("end")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(value, field: 1)
    writer.write(start, field: 2)
    writer.write(end, field: 3)
  }
}
