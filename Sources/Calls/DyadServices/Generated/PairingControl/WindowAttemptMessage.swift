package import ProtobufWire

/// Somebody began to pair, or failed to.
package struct WindowAttemptMessage: WireMessage {
  package static let wireName = "dyad.v1.WindowAttempt"

  /// Where from.
  package var address = ""
  /// Empty while it goes on; else one of the refusals.
  package var refusal = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: address = try field.string("address")
    case 2: refusal = try field.string("refusal")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(address, field: 1)
    writer.write(refusal, field: 2)
  }
}
