internal import ProtobufWire

/// Apps of watches, in the order in which they asked.
struct WatchAppsMessage: WireMessage {
  static let wireName = "dyad.stored.WatchApps"

  /// Entries.
  var entries: [WatchAppMessage] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: entries.append(try field.message("entries"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(entries, field: 1)
  }
}
