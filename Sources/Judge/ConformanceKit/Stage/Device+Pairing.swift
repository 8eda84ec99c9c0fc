package import ConformanceWire

extension Device {
  /// Makes it a peer of the node, by the code that the node shows.
  package func pair() throws {
    try pair(code: try node.pairingCode())
  }

  /// Makes it a peer of the node, by a code.
  package func pair(code: String) throws {
    let connection = try NodeConnection(to: node.address, as: identity, scene)
    let call = try connection.pair(try description(), code: code)
    try call.run()
    nodeFingerprint = connection.tls.peerFingerprint
    // The last step may have been lost, so who typed the code asks.
    _ = try connection.confirm(incarnation: incarnation, port: UInt16(toldPort))
    connection.close()
  }

  /// Lets the owner of a phone, which it is a peer of, send it everything: by itself a phone sends no documents.
  func getEverything() throws {
    try node.owner("Operator/SetScope", ["peer": .text(try id.text), "is_exclusion": true])
  }

  package var id: DeviceID {
    get throws {
      guard let id = DeviceID(ofKey: identity.fingerprint) else {
        throw Doubt("the tool's own key makes no id")
      }
      return id
    }
  }

  /// What it says of itself while pairing.
  package func description() throws -> PairingDevice {
    PairingDevice(
      id: try id, role: role, name: name, incarnation: incarnation, clock: Instant.now + node.ahead,
      port: UInt16(toldPort))
  }

  /// A new exchange with the node, which shows the code; nothing is said yet.
  ///
  /// - Parameters:
  ///   - code: The digits.
  ///   - versions: Those that it says it speaks.
  ///   - change: What it says of itself otherwise.
  /// - Returns: The call.
  /// - Throws: ``WireError``.
  package func exchange(
    code: String, versions: [UInt64] = [1], _ change: (inout PairingDevice) -> Void = { _ in }
  ) throws -> PairingCall {
    var description = try description()
    change(&description)
    return try connect().pair(description, code: code, versions: versions)
  }

  /// Answers a call of the node that is no session.
  package func answer(_ call: Call) throws {
    switch call.method {
    case "dyad.v1.Trust/Confirm":
      _ = try call.receive()
      try call.send(
        Message("ConfirmResponse", ["incarnation": .unsigned(incarnation)]).encoded())
      try call.end(0)
    default: try call.end(12, "the tool serves no such method")
    }
  }
}
