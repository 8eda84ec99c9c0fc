package import ProtobufWire

/// They are durable.
package struct AddToWorkoutResponse: WireMessage {
  package static let wireName = "dyad.v1.AddToWorkoutResponse"

  /// Those of `samples`, in their order.
  package var uuids: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuids.append(try field.string("uuids"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuids, field: 1)
  }
}
