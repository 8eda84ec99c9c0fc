package import ProtobufWire

/// Sets the clock of a node ahead that was started for tests of other nodes (--test-clock).
package struct AdvanceClockRequest: WireMessage {
  package static let wireName = "dyad.v1.AdvanceClockRequest"

  /// How much farther; not negative, and a hundred years together at most.
  package var seconds = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: seconds = try field.double("seconds")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(seconds, field: 1)
  }
}
