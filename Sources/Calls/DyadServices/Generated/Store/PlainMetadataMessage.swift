package import ProtobufWire

/// One entry of a sample's metadata.
package struct PlainMetadataMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainMetadata"

  /// Key.
  package var key = ""
  /// Value.
  package var value: MetadataEntryMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: key = try field.string("key")
    case 2: try field.merge(into: &value, "value")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(key, field: 1)
    writer.write(value, field: 2)
  }
}
