package import ProtobufWire

/// Where each bucket begins and the one before it ends; the last is the end of the last bucket.
package struct BucketEdgesMessage: WireMessage {
  package static let wireName = "dyad.v1.BucketEdges"

  /// Ascending, in seconds since 2001-01-01 UTC: at least 2, at most 131072 to follow them and four
  /// times as many in all calls of a caller that follow, and else as many as the message holds.
  package var edges: [Double] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: edges += try field.fixed64s("edges").map { Double(bitPattern: $0) }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.writePacked(edges, field: 1)
  }
}
