internal import ProtobufWire

/// All apps that the node knows.
struct AppListMessage: WireMessage {
  static let wireName = "dyad.stored.AppList"

  /// 1; a program does not read a higher one than it knows.
  var version: UInt32 = 0
  /// Apps.
  var apps: [AppEntryMessage] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: version = try field.uint32("version")
    case 2: apps.append(try field.message("apps"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(version, field: 1)
    writer.write(apps, field: 2)
  }
}
