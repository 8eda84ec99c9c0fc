package import ProtobufWire

/// A window is open.
package struct WindowOpenedMessage: WireMessage {
  package static let wireName = "dyad.v1.WindowOpened"

  /// The digits to show.
  package var code = ""
  /// When it closes by itself, in seconds since 2001-01-01 UTC.
  package var closesAt = 0.0
  /// Whose window it is.
  package var device: OwnDeviceMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: code = try field.string("code")
    case 2: closesAt = try field.double("closes_at")
    case 3: try field.merge(into: &device, "device")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(code, field: 1)
    writer.write(closesAt, field: 2)
    writer.write(device, field: 3)
  }
}
