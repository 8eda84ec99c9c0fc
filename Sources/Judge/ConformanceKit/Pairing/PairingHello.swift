package import ConformanceWire

/// M1 or M2, with the very bytes that stand for it.
package struct PairingHello: Hashable, Sendable {
  static let nonceCount = 32

  /// As it went over the connection.
  package let bytes: [UInt8]
  package let versions: [UInt64]
  package let nonce: [UInt8]
  package let device: PairingDevice

  /// Takes a hello as it was sent, whatever is in it.
  ///
  /// - Parameters:
  ///   - bytes: What was sent.
  ///   - honest: What counts as said where the bytes are no message.
  package init(sent bytes: [UInt8], insteadOf honest: Message) {
    self.init(bytes, (try? Message("PairingStep", decoding: bytes)) ?? honest)
  }

  /// Reads the hello of the other side.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - step: 1 or 2.
  ///   - spoken: The versions that we speak, or offered.
  ///   - own: Our nonce and what we say of ourselves.
  /// - Throws: What in it the text does not allow.
  package init(
    received bytes: [UInt8], step: Int, versions spoken: [UInt64],
    own: (nonce: [UInt8], device: PairingDevice)
  ) throws(PairingFlaw) {
    let message = try PairingSteps.read(bytes, step: step)
    self.init(bytes, message)
    func flaw(_ clause: String, _ expected: String, _ observed: String) -> PairingFlaw {
      PairingFlaw(step: step, clause, expected: expected, observed: observed)
    }
    if PairingSide(ofStep: step) == .host {
      guard versions.count == 1 else {
        throw flaw("PAIR-HELLO-VERSIONS", "one version", "\(versions.count) versions")
      }
    } else {
      guard (1...16).contains(versions.count), versions.first != 0,
        zip(versions, versions.dropFirst()).allSatisfy({ $0 < $1 })
      else { throw flaw("PAIR-HELLO-VERSIONS", "1 to 16 ascending versions", "others") }
    }
    guard versions.contains(where: spoken.contains) else {
      throw flaw("PAIR-HELLO-CHOICE", "a version of both", "\(versions)")
    }
    guard nonce.count == Self.nonceCount else {
      throw flaw("PAIR-HELLO-NONCE", "\(Self.nonceCount) bytes", "\(nonce.count) bytes")
    }
    guard nonce != own.nonce else {
      throw flaw("PAIR-HELLO-NONCE", "a nonce of its own", "the other side's")
    }
    guard message["hello"]["device"].isPresent else {
      throw flaw("PAIR-HELLO-DEVICE", "a device", "none")
    }
    if let flaw = device.flaw(inStep: step, heardBy: own.device) { throw flaw }
  }

  private init(_ bytes: [UInt8], _ message: Message) {
    self.bytes = bytes
    let hello = message["hello"]
    versions = hello["versions"].items.map(\.word)
    nonce = hello["nonce"].data
    device = PairingDevice(hello["device"])
  }
}
