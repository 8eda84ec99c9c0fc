private import HealthModel
private import ProtobufWire

/// A hello, ours or one that was checked, and the very bytes that stand for it.
struct Greeting: Sendable {
  /// M1 or M2 as it was sent, or came.
  let bytes: [UInt8]
  let versions: [UInt32]
  let nonce: [UInt8]
  let device: DeviceDescription

  /// Makes ours.
  init(_ device: DeviceDescription, versions: [UInt32], nonce: [UInt8]) {
    precondition(nonce.count == PairingExchange.nonceByteCount, "that is no nonce")
    var hello = PairingHelloMessage()
    hello.versions = versions.map { UInt64($0) }
    hello.nonce = nonce
    hello.device = device.message
    bytes = PairingStepMessage(.hello(hello)).encoded()
    self.versions = versions
    self.nonce = nonce
    self.device = device
  }

  /// Checks what came for itself: lengths and ranges, nothing that concerns ours.
  ///
  /// - Throws: `version` where none of `spoken` is among the versions, `malformed`.
  init(decoding bytes: [UInt8], spoken: [UInt32]) throws(PairingError) {
    let hello = try PairingStepMessage.hello(bytes)
    let versions = hello.versions.compactMap { UInt32(exactly: $0) }
    guard versions.count == hello.versions.count,
      (1...PairingExchange.mostVersions).contains(versions.count), versions.first != 0,
      zip(versions, versions.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw .malformed(
        "the versions are not 1 to \(PairingExchange.mostVersions) ascending numbers from 1")
    }
    // Before all else: what the rest means depends on it.
    guard !Set(versions).isDisjoint(with: spoken) else { throw .noCommonVersion }
    guard hello.nonce.count == PairingExchange.nonceByteCount else {
      throw .malformed(
        "a nonce has \(hello.nonce.count) bytes, not \(PairingExchange.nonceByteCount)")
    }
    guard let device = hello.device else { throw .malformed("a hello tells of no device") }
    self.bytes = bytes
    self.versions = versions
    nonce = hello.nonce
    self.device = try DeviceDescription(device)
  }

  /// Checks whether ours and `other` can become a pair.
  ///
  /// - Throws: `wrongRole`, `clocks`, `malformed` for a hello of our own that came back.
  func check(_ other: Greeting) throws(PairingError) {
    guard other.nonce != nonce else { throw .malformed("our own hello came back") }
    guard other.device.role != device.role else { throw .sameRole(device.role) }
    guard other.device.id != device.id else {
      throw .malformed("the other device has the id of this one")
    }
    let difference = other.device.clock - device.clock
    guard abs(difference) <= PairingExchange.largestClockDifference else {
      throw .clocks(difference)
    }
  }
}
