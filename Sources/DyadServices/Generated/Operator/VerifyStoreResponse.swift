package import ProtobufWire

/// What was found.
package struct VerifyStoreResponse: WireMessage {
  package static let wireName = "dyad.v1.VerifyStoreResponse"

  /// Segments.
  package var segments: UInt64 = 0
  /// Those in sight, as in NodeStatus.
  package var samples: UInt64 = 0
  /// A sentence for each.
  package var findings: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: segments = try field.uint64("segments")
    case 2: samples = try field.uint64("samples")
    case 3: findings.append(try field.string("findings"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(segments, field: 1)
    writer.write(samples, field: 2)
    writer.write(findings, field: 3)
  }
}
