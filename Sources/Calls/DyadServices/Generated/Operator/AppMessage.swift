package import ProtobufWire

/// One app.
package struct AppMessage: WireMessage {
  package static let wireName = "dyad.v1.App"

  /// Bundle identifier.
  package var bundleIdentifier = ""
  /// Name.
  package var name = ""
  /// Read reason.
  package var readReason = ""
  /// Share reason.
  package var shareReason = ""
  /// User.
  package var user: UInt32 = 0
  /// Added at.
  package var addedAt = 0.0
  /// Accesses.
  package var accesses: [TypeAccessMessage] = []
  /// Subscriptions.
  package var subscriptions: [String] = []
  /// The names of the watches on which it asked for what was decided; on the phone.
  package var watches: [String] = []
  /// It is no app of this node, but of those watches alone: there is no user, and it was added when
  /// it asked.
  package var isElsewhere = false
  /// How it is started, if anybody said so.
  package var start: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bundleIdentifier = try field.string("bundle_identifier")
    case 2: name = try field.string("name")
    case 3: readReason = try field.string("read_reason")
    case 4: shareReason = try field.string("share_reason")
    case 5: user = try field.uint32("user")
    case 6: addedAt = try field.double("added_at")
    case 7: accesses.append(try field.message("accesses"))
    case 8: subscriptions.append(try field.string("subscriptions"))
    case 9: watches.append(try field.string("watches"))
    case 10: isElsewhere = try field.bool("is_elsewhere")
    case 11: start.append(try field.string("start"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
    writer.write(name, field: 2)
    writer.write(readReason, field: 3)
    writer.write(shareReason, field: 4)
    writer.write(user, field: 5)
    writer.write(addedAt, field: 6)
    writer.write(accesses, field: 7)
    writer.write(subscriptions, field: 8)
    writer.write(watches, field: 9)
    writer.write(isElsewhere, field: 10)
    writer.write(start, field: 11)
  }
}
