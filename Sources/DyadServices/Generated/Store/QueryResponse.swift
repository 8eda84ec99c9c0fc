package import ProtobufWire

/// Samples, as they are read.
///
/// The first message has the coverage and no run.
package struct QueryResponse: WireMessage {
  package static let wireName = "dyad.v1.QueryResponse"

  /// Coverage.
  package var coverage: CoverageMessage?
  /// Runs.
  package var runs: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &coverage, "coverage")
    case 2: runs.append(try field.bytes("runs"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(coverage, field: 1)
    for each in runs { writer.write(each, field: 2, always: true) }
  }
}
