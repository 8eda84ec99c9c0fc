package import ProtobufWire

/// Takes decisions back to not determined, or denies them; on the phone.
package struct ResetAppRequest: WireMessage {
  package static let wireName = "dyad.v1.ResetAppRequest"

  /// Bundle identifier.
  package var bundleIdentifier = ""
  /// Denies what is authorized instead.
  package var revoke = false
  /// Only these types, or documents by their names; none for all.
  ///
  /// The type of documents has its documents with it.
  package var types: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifier = try field.string("bundle_identifier")
    case 2: revoke = try field.bool("revoke")
    case 3: types.append(try field.string("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
    writer.write(revoke, field: 2)
    writer.write(types, field: 3)
  }
}
