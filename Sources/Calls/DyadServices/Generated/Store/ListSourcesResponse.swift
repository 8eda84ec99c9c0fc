package import ProtobufWire

/// Who saved some.
package struct ListSourcesResponse: WireMessage {
  package static let wireName = "dyad.v1.ListSourcesResponse"

  /// By bundle identifier and name.
  package var sources: [[UInt8]] = []
  /// Whether more come after the last one.
  package var hasMore = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: sources.append(try field.bytes("sources"))
    case 2: hasMore = try field.bool("has_more")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in sources { writer.write(each, field: 1, always: true) }
    writer.write(hasMore, field: 2)
  }
}
