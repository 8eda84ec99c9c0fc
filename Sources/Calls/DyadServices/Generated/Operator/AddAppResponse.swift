package import ProtobufWire

/// The app is known.
package struct AddAppResponse: WireMessage {
  package static let wireName = "dyad.v1.AddAppResponse"

  /// Shown once: the node keeps only its digest.
  package var token = ""
  /// Where the token was written for the app.
  package var path = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: token = try field.string("token")
    case 2: path = try field.string("path")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(token, field: 1)
    writer.write(path, field: 2)
  }
}
