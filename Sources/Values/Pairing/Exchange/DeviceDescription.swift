package import HealthModel

/// What a device says of itself while it is paired.
package struct DeviceDescription: Hashable, Sendable {
  /// The most Unicode scalars that a name has.
  package static let mostNameScalars = 64

  /// Which device it is.
  package var id: DeviceID
  /// What it will be in the pair.
  package var role: NodeRole
  /// What its owner calls it.
  package var name: String
  /// The incarnation of its store.
  package var incarnation: Incarnation
  /// What its clock says, in seconds since 2001-01-01 UTC.
  package var clock: Double
  /// Where it listens for other nodes itself; 0 where it does not.
  package var port: UInt16

  /// Describes a device.
  ///
  /// - Parameters:
  ///   - id: Which device it is.
  ///   - role: What it will be in the pair.
  ///   - name: What its owner calls it; peers refuse what ``isName(_:)`` does not take.
  ///   - incarnation: The incarnation of its store.
  ///   - clock: What its clock says at this moment, in seconds since 2001-01-01 UTC.
  ///   - port: Where it listens for other nodes itself; 0 where it does not.
  package init(
    id: DeviceID, role: NodeRole, name: String, incarnation: Incarnation, clock: Double,
    port: UInt16
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.incarnation = incarnation
    self.clock = clock
    self.port = port
  }

  /// Whether a device can be called so: 1 to ``mostNameScalars`` Unicode scalars, none of which controls
  /// a terminal, ends a line or turns the direction of a text.
  ///
  /// - Parameter text: The name.
  /// - Returns: Whether peers take it.
  package static func isName(_ text: String) -> Bool {
    (1...mostNameScalars).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: false
        default: scalar.properties.generalCategory != .control
        }
      }
  }
}

extension DeviceDescription {
  /// Checks what came.
  ///
  /// - Throws: `malformed`, which names the field.
  init(_ message: DeviceDescriptionMessage) throws(PairingError) {
    guard let id = DeviceID(message.id), id.description == message.id else {
      throw .malformed("the id of the device is none")
    }
    guard let role = UInt8(exactly: message.role).flatMap(NodeRole.init(rawValue:)) else {
      throw .malformed("the role of the device is none")
    }
    guard DeviceDescription.isName(message.name) else {
      throw .malformed("the name of the device is not 1 to \(Self.mostNameScalars) characters")
    }
    guard message.clock.isFinite else {
      throw .malformed("the clock of the device shows no number")
    }
    guard let port = UInt16(exactly: message.port) else {
      throw .malformed("the port of the device is above \(UInt16.max)")
    }
    self.init(
      id: id, role: role, name: message.name,
      incarnation: Incarnation(rawValue: message.incarnation), clock: message.clock, port: port)
  }

  /// What is sent.
  var message: DeviceDescriptionMessage {
    var message = DeviceDescriptionMessage()
    message.id = id.description
    message.role = UInt64(role.rawValue)
    message.name = name
    message.incarnation = incarnation.rawValue
    message.clock = clock
    message.port = UInt64(port)
    return message
  }
}
