package import ProtobufWire

/// Erases what is deleted from the disk.
package struct MaintainStoreRequest: WireMessage {
  package static let wireName = "dyad.v1.MaintainStoreRequest"

  /// Also what was deleted within the last day, so that it cannot be taken back.
  package var all = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: all = try field.bool("all")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(all, field: 1)
  }
}
