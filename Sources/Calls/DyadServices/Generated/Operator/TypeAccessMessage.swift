package import ProtobufWire

/// What was decided for a type, or for a document by its name: 0 not determined, 1 denied, 2
/// authorized.
package struct TypeAccessMessage: WireMessage {
  package static let wireName = "dyad.v1.TypeAccess"

  /// Type.
  package var type = ""
  /// Share.
  package var share: UInt32 = 0
  /// Read.
  package var read: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: share = try field.uint32("share")
    case 3: read = try field.uint32("read")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(share, field: 2)
    writer.write(read, field: 3)
  }
}
