package import ProtobufWire

/// Samples that end before `from` are refused.
package struct GetCoverageResponse: WireMessage {
  package static let wireName = "dyad.v1.GetCoverageResponse"

  /// Coverage.
  package var coverage: CoverageMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &coverage, "coverage")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(coverage, field: 1)
  }
}
