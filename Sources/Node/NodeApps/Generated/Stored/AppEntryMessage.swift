internal import ProtobufWire

/// An app that the owner made known.
struct AppEntryMessage: WireMessage {
  static let wireName = "dyad.stored.AppEntry"

  /// Under which it saves, on every node.
  var bundleIdentifier = ""
  /// What people call it.
  var name = ""
  /// Why it wants to read; empty where it cannot ask to.
  var readReason = ""
  /// Why it wants to share; empty where it cannot ask to.
  var shareReason = ""
  /// The user as whose processes it runs.
  var user: UInt32 = 0
  /// SHA-256 of its token, which is kept nowhere else but in its file.
  var tokenDigest: [UInt8] = []
  /// Added at.
  var addedAt = 0.0
  /// How it is started for a workout, if anybody said so.
  var start: [String] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifier = try field.string("bundle_identifier")
    case 2: name = try field.string("name")
    case 3: readReason = try field.string("read_reason")
    case 4: shareReason = try field.string("share_reason")
    case 5: user = try field.uint32("user")
    case 6: tokenDigest = try field.bytes("token_digest")
    case 7: addedAt = try field.double("added_at")
    case 8: start.append(try field.string("start"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
    writer.write(name, field: 2)
    writer.write(readReason, field: 3)
    writer.write(shareReason, field: 4)
    writer.write(user, field: 5)
    writer.write(tokenDigest, field: 6)
    writer.write(addedAt, field: 7)
    writer.write(start, field: 8)
  }
}
