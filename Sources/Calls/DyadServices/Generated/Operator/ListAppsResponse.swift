package import ProtobufWire

/// The apps that are known to the node, and those of its watches for which something holds that it
/// decided.
package struct ListAppsResponse: WireMessage {
  package static let wireName = "dyad.v1.ListAppsResponse"

  /// Apps.
  package var apps: [AppMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: apps.append(try field.message("apps"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(apps, field: 1)
  }
}
