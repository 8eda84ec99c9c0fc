package import ProtobufWire

/// What happened.
///
/// Several of them follow each other where it does not fit into one. What an app may not see is as
/// if it were not there: it neither fills pages nor makes them more.
package struct ChangesResponse: WireMessage {
  package static let wireName = "dyad.v1.ChangesResponse"

  /// Added.
  package var added: [[UInt8]] = []
  /// Deleted.
  package var deleted: [ObjectsOfTypeMessage] = []
  /// Where to go on from.
  package var anchor: [UInt8] = []
  /// Whether there is more at once.
  package var hasMore = false
  /// Coverage.
  package var coverage: CoverageMessage?
  /// Instead of `added`, where that was asked for.
  package var samples: [PlainSampleMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: added.append(try field.bytes("added"))
    case 2: deleted.append(try field.message("deleted"))
    case 3: anchor = try field.bytes("anchor")
    case 4: hasMore = try field.bool("has_more")
    case 5: try field.merge(into: &coverage, "coverage")
    case 6: samples.append(try field.message("samples"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in added { writer.write(each, field: 1, always: true) }
    writer.write(deleted, field: 2)
    writer.write(anchor, field: 3)
    writer.write(hasMore, field: 4)
    writer.write(coverage, field: 5)
    writer.write(samples, field: 6)
  }
}
