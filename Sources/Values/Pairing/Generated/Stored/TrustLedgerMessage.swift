internal import ProtobufWire

/// Whom a device trusts, and how often it was shown a wrong code.
struct TrustLedgerMessage: WireMessage {
  static let wireName = "dyad.stored.TrustLedger"

  /// 1; a program does not read a higher one than it knows.
  var version: UInt32 = 0
  /// The id of the device itself, 13 bytes.
  var device: [UInt8] = []
  /// 1 phone, 2 watch.
  var role: UInt32 = 0
  /// Peers.
  var peers: [TrustedPeerMessage] = []
  /// Former.
  var former: [FormerPeerMessage] = []
  /// Where it is left out, no code was spent.
  var guesses: GuessBudgetMessage?
  /// On a watch, the phone that it shared samples with last; empty where there is none.
  var sharedWith: [UInt8] = []
  /// Left out while the own key stays.
  var rotation: KeyRotationMessage?

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: version = try field.uint32("version")
    case 2: device = try field.bytes("device")
    case 3: role = try field.uint32("role")
    case 4: peers.append(try field.message("peers"))
    case 5: former.append(try field.message("former"))
    case 6: try field.merge(into: &guesses, "guesses")
    case 7: sharedWith = try field.bytes("shared_with")
    case 8: try field.merge(into: &rotation, "rotation")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(version, field: 1)
    writer.write(device, field: 2)
    writer.write(role, field: 3)
    writer.write(peers, field: 4)
    writer.write(former, field: 5)
    writer.write(guesses, field: 6)
    writer.write(sharedWith, field: 7)
    writer.write(rotation, field: 8)
  }
}
