package import ProtobufWire

/// Who saved some.
package struct ListSourcesResponse: WireMessage {
  package static let wireName = "dyad.v1.ListSourcesResponse"

  /// Sources.
  package var sources: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: sources.append(try field.bytes("sources"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in sources { writer.write(each, field: 1, always: true) }
  }
}
