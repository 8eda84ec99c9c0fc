package import ProtobufWire

/// What to delete: objects by their UUIDs, or all of a type that meet a condition.
package struct DeleteRequest: WireMessage {
  package static let wireName = "dyad.v1.DeleteRequest"

  /// All of them, or none where one is not there.
  package var objects: [ObjectsOfTypeMessage] = []
  /// Empty where objects are named.
  package var type = ""
  /// Predicate.
  package var predicate: PredicateMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: objects.append(try field.message("objects"))
    case 2: type = try field.string("type")
    case 3: try field.merge(into: &predicate, "predicate")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(objects, field: 1)
    writer.write(type, field: 2)
    writer.write(predicate, field: 3)
  }
}
