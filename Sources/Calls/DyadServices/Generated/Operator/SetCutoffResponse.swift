package import ProtobufWire

/// It holds.
package struct SetCutoffResponse: WireMessage {
  package static let wireName = "dyad.v1.SetCutoffResponse"

  /// Cutoff.
  package var cutoff = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: cutoff = try field.double("cutoff")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(cutoff, field: 1)
  }
}
