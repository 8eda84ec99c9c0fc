package import ProtobufWire

/// How far a database is that is kept in step with this store.
package struct MirrorStatusMessage: WireMessage {
  package static let wireName = "dyad.v1.MirrorStatus"

  /// The subject there, and the beginning of its UUID.
  package var name = ""
  /// How many changes of the store it has not acknowledged.
  package var lag: UInt64 = 0
  /// When it acknowledged something last.
  package var heardAt = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: lag = try field.uint64("lag")
    case 3: heardAt = try field.double("heard_at")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
    writer.write(lag, field: 2)
    writer.write(heardAt, field: 3)
  }
}
