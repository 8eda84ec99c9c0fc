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
  /// Blocks.
  package var blocks: UInt64 = 0
  /// Deleted samples that are remembered.
  package var tombstones: UInt64 = 0
  /// How many more findings there were than are listed.
  package var unlisted: UInt64 = 0
  /// How many samples were read so far, where the rest is still to come; the last message has none.
  package var checked: UInt64?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: segments = try field.uint64("segments")
    case 2: samples = try field.uint64("samples")
    case 3: findings.append(try field.string("findings"))
    case 4: blocks = try field.uint64("blocks")
    case 5: tombstones = try field.uint64("tombstones")
    case 6: unlisted = try field.uint64("unlisted")
    case 7: checked = try field.uint64("checked")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(segments, field: 1)
    writer.write(samples, field: 2)
    writer.write(findings, field: 3)
    writer.write(blocks, field: 4)
    writer.write(tombstones, field: 5)
    writer.write(unlisted, field: 6)
    if let checked { writer.write(checked, field: 7, always: true) }
  }
}
