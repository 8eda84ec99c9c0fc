package import ProtobufWire

/// It holds.
package struct DecideResponse: WireMessage {
  package static let wireName = "dyad.v1.DecideResponse"

  /// Accesses.
  package var accesses: [TypeAccessMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: accesses.append(try field.message("accesses"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(accesses, field: 1)
  }
}
