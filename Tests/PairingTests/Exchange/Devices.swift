internal import HealthModel
internal import TLSCore
internal import TestSupport
internal import Testing

@testable internal import Pairing

/// Two devices, a code and a connection, which are made up.
enum Devices {
  static let now = 800_000_000.0

  static func phone() throws -> DeviceDescription {
    DeviceDescription(
      id: try #require(DeviceID([UInt8](1...13))), role: .phone, name: "Kitchen phone",
      incarnation: Incarnation(rawValue: 0x0102_0304_0506_0708), clock: now, port: 7_443)
  }

  static func watch() throws -> DeviceDescription {
    DeviceDescription(
      id: try #require(DeviceID([UInt8](101...113))), role: .watch, name: "Wrist",
      incarnation: Incarnation(rawValue: .max), clock: now + 12.5, port: 40_000)
  }

  static func code(_ text: String = "271828") throws -> PairingCode {
    try #require(PairingCode(typed: text))
  }

  static func channel(
    keyOfA: UInt8 = 1, keyOfB: UInt8 = 2, binding: UInt8 = 3
  ) throws -> PairingChannel {
    PairingChannel(
      keyOfA: try #require(PublicKeyFingerprint([UInt8](repeating: keyOfA, count: 32))),
      keyOfB: try #require(PublicKeyFingerprint([UInt8](repeating: keyOfB, count: 32))),
      binding: [UInt8](repeating: binding, count: PairingExchange.exporterByteCount))
  }

  /// A joining side in which `generator` stands for chance.
  static func joining(
    _ device: DeviceDescription, versions: [UInt32] = PairingExchange.versions,
    using generator: inout SeededGenerator
  ) -> JoiningExchange {
    let nonce = generator.bytes(PairingExchange.nonceByteCount)
    let scalar = scalar(using: &generator)
    return JoiningExchange(device, versions: versions, nonce: nonce) {
      SecretBytes(copying: scalar)
    }
  }

  /// A showing side in which `generator` stands for chance.
  static func showing(
    _ device: DeviceDescription, code: PairingCode, over channel: PairingChannel,
    versions: [UInt32] = PairingExchange.versions, using generator: inout SeededGenerator
  ) -> ShowingExchange {
    let nonce = generator.bytes(PairingExchange.nonceByteCount)
    let scalar = scalar(using: &generator)
    return ShowingExchange(device, code: code, over: channel, versions: versions, nonce: nonce) {
      SecretBytes(copying: scalar)
    }
  }

  static func scalar(using generator: inout SeededGenerator) -> [UInt8] {
    var scalar = generator.bytes(CPace.scalarByteCount)
    scalar[31] &= 0x0f
    return scalar
  }
}
