package import ProtobufWire

/// Moves the watch's window.
package struct SetCutoffRequest: WireMessage {
  package static let wireName = "dyad.v1.SetCutoffRequest"

  /// How many seconds back it reaches from now on; it moves along with time.
  package var window = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: window = try field.double("window")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(window, field: 1)
  }
}
