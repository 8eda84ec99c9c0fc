package import ProtobufWire

/// Samples, as they are read.
///
/// The first message has the coverage and no sample.
package struct QueryResponse: WireMessage {
  package static let wireName = "dyad.v1.QueryResponse"

  /// Coverage.
  package var coverage: CoverageMessage?
  /// Runs.
  package var runs: [[UInt8]] = []
  /// Instead of runs, where that was asked for.
  package var samples: [PlainSampleMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &coverage, "coverage")
    case 2: runs.append(try field.bytes("runs"))
    case 3: samples.append(try field.message("samples"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(coverage, field: 1)
    for each in runs { writer.write(each, field: 2, always: true) }
    writer.write(samples, field: 3)
  }
}
