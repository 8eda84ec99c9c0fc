package import ProtobufWire

/// Makes a token worthless and ends its calls; what the app saved stays.
package struct RemoveAppRequest: WireMessage {
  package static let wireName = "dyad.v1.RemoveAppRequest"

  /// Bundle identifier.
  package var bundleIdentifier = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifier = try field.string("bundle_identifier")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
  }
}
