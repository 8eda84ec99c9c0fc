internal import HealthModel
internal import Pairing
internal import TLSCore
internal import TestSupport
internal import Testing

/// Devices and keys by number, so that tests can speak of them.
enum LedgerFixture {
  static func id(_ number: UInt8) throws -> DeviceID {
    try #require(DeviceID([UInt8](repeating: number, count: DeviceID.byteCount)))
  }

  static func key(_ number: UInt8) throws -> PublicKeyFingerprint {
    try #require(
      PublicKeyFingerprint([UInt8](repeating: number, count: PublicKeyFingerprint.byteCount)))
  }

  /// A peer whose id and key have the same number, unless another key is named.
  static func peer(
    _ number: UInt8, _ role: NodeRole, key: UInt8? = nil, at pairedAt: Double = 0,
    name: String? = nil
  ) throws -> TrustedPeer {
    TrustedPeer(
      id: try id(number), role: role, name: name ?? "device \(number)",
      incarnation: Incarnation(rawValue: UInt64(number)), key: try self.key(key ?? number),
      pairedAt: pairedAt, phase: .pending(until: pairedAt + 600), address: "10.0.0.\(number):7443",
      secret: [UInt8](repeating: 0xA5, count: 32))
  }

  /// A phone with these watches, paired.
  static func phone(with watches: UInt8...) throws -> TrustLedger {
    var ledger = TrustLedger(device: try id(200), role: .phone)
    for number in watches {
      ledger.addPending(try peer(number, .watch))
      try ledger.confirm(try key(number), incarnation: Incarnation(rawValue: UInt64(number)))
    }
    return ledger
  }

  /// A watch, with a phone that is paired where one is named.
  static func watch(with phone: UInt8? = nil) throws -> TrustLedger {
    var ledger = TrustLedger(device: try id(201), role: .watch)
    guard let phone else { return ledger }
    ledger.addPending(try peer(phone, .phone))
    try ledger.confirm(try key(phone), incarnation: Incarnation(rawValue: 1))
    return ledger
  }
}
