package import ProtobufWire

/// Makes an app known to the node, or gives it a new token.
package struct AddAppRequest: WireMessage {
  package static let wireName = "dyad.v1.AddAppRequest"

  /// Bundle identifier.
  package var bundleIdentifier = ""
  /// What people call it; the bundle identifier where it is empty.
  package var name = ""
  /// Why it wants to read, in a sentence; without one it cannot ask to.
  package var readReason = ""
  /// Why it wants to share, likewise.
  package var shareReason = ""
  /// The number of the user whose processes it runs as; left out for the node's own.
  package var user: UInt32?
  /// How it is started when its phone wants a workout of it: a program by its whole path, and its
  /// words.
  ///
  /// Only an app of the node's own user is started.
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
    case 6: start.append(try field.string("start"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bundleIdentifier, field: 1)
    writer.write(name, field: 2)
    writer.write(readReason, field: 3)
    writer.write(shareReason, field: 4)
    if let user { writer.write(user, field: 5, always: true) }
    writer.write(start, field: 6)
  }
}
