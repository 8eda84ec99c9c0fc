package import ProtobufWire

/// Several devices, which have to be equal in all properties.
package struct DeviceSetMessage: WireMessage {
  package static let wireName = "dyad.v1.DeviceSet"

  /// Devices.
  package var devices: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: devices.append(try field.bytes("devices"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in devices { writer.write(each, field: 1, always: true) }
  }
}
