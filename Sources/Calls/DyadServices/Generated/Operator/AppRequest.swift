package import ProtobufWire

/// One request of an app.
package struct AppRequest: WireMessage {
  package static let wireName = "dyad.v1.AppRequest"

  /// A number in letters and digits, by which it is decided.
  package var id = ""
  /// The name of the watch that it comes from; empty for one of this node's own apps.
  package var device = ""
  /// Bundle identifier.
  package var bundleIdentifier = ""
  /// Name.
  package var name = ""
  /// Read reason.
  package var readReason = ""
  /// Share reason.
  package var shareReason = ""
  /// Share.
  package var share: [String] = []
  /// Read.
  package var read: [String] = []
  /// Asked at.
  package var askedAt = 0.0
  /// Documents that it asks to read, which are not among the types.
  package var documents: [RequestedDocumentMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: device = try field.string("device")
    case 3: bundleIdentifier = try field.string("bundle_identifier")
    case 4: name = try field.string("name")
    case 5: readReason = try field.string("read_reason")
    case 6: shareReason = try field.string("share_reason")
    case 7: share.append(try field.string("share"))
    case 8: read.append(try field.string("read"))
    case 9: askedAt = try field.double("asked_at")
    case 10: documents.append(try field.message("documents"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(device, field: 2)
    writer.write(bundleIdentifier, field: 3)
    writer.write(name, field: 4)
    writer.write(readReason, field: 5)
    writer.write(shareReason, field: 6)
    writer.write(share, field: 7)
    writer.write(read, field: 8)
    writer.write(askedAt, field: 9)
    writer.write(documents, field: 10)
  }
}
