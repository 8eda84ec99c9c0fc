internal import ProtobufWire

/// An app of a watch that asked for access.
struct WatchAppMessage: WireMessage {
  static let wireName = "dyad.stored.WatchApp"

  /// Bundle identifier.
  var bundleIdentifier = ""
  /// What people call it.
  var name = ""
  /// Why it wants to read.
  var readReason = ""
  /// Why it wants to share.
  var shareReason = ""
  /// The id of the watch, 13 bytes.
  var watch: [UInt8] = []
  /// When it asked last.
  var askedAt = 0.0

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifier = try field.string("bundle_identifier")
    case 2: name = try field.string("name")
    case 3: readReason = try field.string("read_reason")
    case 4: shareReason = try field.string("share_reason")
    case 5: watch = try field.bytes("watch")
    case 6: askedAt = try field.double("asked_at")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
    writer.write(name, field: 2)
    writer.write(readReason, field: 3)
    writer.write(shareReason, field: 4)
    writer.write(watch, field: 5)
    writer.write(askedAt, field: 6)
  }
}
