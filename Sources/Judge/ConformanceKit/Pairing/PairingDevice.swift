package import ConformanceWire

/// What a device says of itself in a hello.
package struct PairingDevice: Hashable, Sendable {
  /// How far apart two clocks may be, in seconds.
  package static let largestClockDifference = 300.0

  private static let mostNameScalars = 64

  /// As it is printed.
  package var id: String
  /// As the message has it: 1 and 2 are roles.
  package var role: UInt64
  package var name: String
  /// The incarnation of its store.
  package var incarnation: UInt64
  /// In seconds since 2001-01-01 UTC.
  package var clock: Double
  /// Where it listens for other nodes; 0 where it does not.
  package var port: UInt64

  /// Describes a device.
  ///
  /// - Parameters:
  ///   - id: Which one it is.
  ///   - role: What it will be in the pair.
  ///   - name: What its owner calls it.
  ///   - incarnation: The incarnation of its store.
  ///   - clock: What its clock says, in seconds since 2001-01-01 UTC.
  ///   - port: Where it listens for other nodes.
  package init(
    id: DeviceID, role: Role, name: String = "dyad-conformance", incarnation: UInt64,
    clock: Double, port: UInt16 = 0
  ) {
    self.id = id.text
    self.role = UInt64(role.rawValue)
    self.name = name
    self.incarnation = incarnation
    self.clock = clock
    self.port = UInt64(port)
  }

  /// Reads what a hello says, whatever that is.
  package init(_ value: Value) {
    id = value["id"].string
    role = value["role"].word
    name = value["name"].string
    incarnation = value["incarnation"].word
    clock = value["clock"].real
    port = value["port"].word
  }

  /// What a hello says.
  package var value: Value {
    [
      "id": .text(id), "role": .unsigned(role), "name": .text(name),
      "incarnation": .unsigned(incarnation), "clock": .double(clock), "port": .unsigned(port),
    ]
  }

  /// Whether devices may be called so.
  package static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return (1...mostNameScalars).contains(scalars.count)
      && scalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: scalar.properties.generalCategory != .control
        }
      }
  }

  /// What the text does not allow in what another device says of itself.
  ///
  /// - Parameters:
  ///   - step: The number of its hello.
  ///   - own: The device that hears it, with its clock.
  /// - Returns: The first flaw, if there is one.
  package func flaw(inStep step: Int, heardBy own: PairingDevice) -> PairingFlaw? {
    func flaw(_ clause: String, _ expected: String, _ observed: String) -> PairingFlaw {
      PairingFlaw(step: step, clause, expected: expected, observed: observed)
    }
    guard DeviceID(id) != nil else {
      return flaw("PAIR-HELLO-DEVICE", "an id as it is printed", "an id of \(id.utf8.count) bytes")
    }
    guard id != own.id else {
      return flaw("PAIR-HELLO-DEVICE", "an id of its own", "the id of the one that it speaks to")
    }
    guard port <= UInt64(UInt16.max) else {
      return flaw("PAIR-HELLO-DEVICE", "a port", "\(port)")
    }
    guard Role.allCases.contains(where: { UInt64($0.rawValue) == role }) else {
      return flaw("PAIR-HELLO-ROLE", "1 or 2", "\(role)")
    }
    guard role != own.role else {
      return flaw("PAIR-HELLO-ROLE", "the refusal wrong-role", "a hello with the same role")
    }
    guard Self.isName(name) else {
      return flaw(
        "PAIR-HELLO-NAME", "1 to \(Self.mostNameScalars) characters that control nothing",
        "\(name.unicodeScalars.count) characters, or others")
    }
    guard clock.isFinite, abs(clock - own.clock) <= Self.largestClockDifference else {
      return flaw(
        "PAIR-HELLO-CLOCK", "a clock at most \(Self.largestClockDifference) seconds away",
        clock.isFinite ? "\(abs(clock - own.clock)) seconds" : "no number")
    }
    return nil
  }
}
