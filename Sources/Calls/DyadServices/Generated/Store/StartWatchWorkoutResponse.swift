package import ProtobufWire

/// The watch does.
package struct StartWatchWorkoutResponse: WireMessage {
  package static let wireName = "dyad.v1.StartWatchWorkoutResponse"

  /// What it is called.
  package var watch = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: watch = try field.string("watch")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(watch, field: 1)
  }
}
