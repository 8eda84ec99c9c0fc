internal import ProtobufWire

/// A ledger as it is stored.
///
/// The numbers of the fields are for good.
struct TrustLedgerMessage: WireMessage {
  static let wireName = "dyad.TrustLedger"
  static let newestVersion: UInt32 = 1

  var version: UInt32 = 0
  var device: [UInt8] = []
  var role: UInt32 = 0
  var peers: [TrustedPeerMessage] = []
  var former: [FormerPeerMessage] = []
  var guesses = GuessBudgetMessage()
  var sharedWith: [UInt8] = []
  var rotation: KeyRotationMessage?

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

/// A peer as it is stored.
struct TrustedPeerMessage: WireMessage {
  static let wireName = "dyad.TrustedPeer"

  var id: [UInt8] = []
  var role: UInt32 = 0
  var name = ""
  var incarnation: UInt64 = 0
  var key: [UInt8] = []
  var nextKey: [UInt8] = []
  var pairedAt: Double = 0
  var isPending = false
  var until: Double = 0
  var address = ""
  var secret: [UInt8] = []
  var erasesRows = false

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.bytes("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: incarnation = try field.fixed64("incarnation")
    case 5: key = try field.bytes("key")
    case 6: nextKey = try field.bytes("next_key")
    case 7: pairedAt = try field.double("paired_at")
    case 8: isPending = try field.bool("is_pending")
    case 9: until = try field.double("until")
    case 10: address = try field.string("address")
    case 11: secret = try field.bytes("secret")
    case 12: erasesRows = try field.bool("erases_rows")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(fixed64: incarnation, field: 4)
    writer.write(key, field: 5)
    writer.write(nextKey, field: 6)
    writer.write(pairedAt, field: 7)
    writer.write(isPending, field: 8)
    writer.write(until, field: 9)
    writer.write(address, field: 10)
    writer.write(secret, field: 11)
    writer.write(erasesRows, field: 12)
  }
}

/// A former peer as it is stored.
struct FormerPeerMessage: WireMessage {
  static let wireName = "dyad.FormerPeer"

  var id: [UInt8] = []
  var role: UInt32 = 0
  var name = ""
  var keys: [[UInt8]] = []
  var removedAt: Double = 0
  var wasTold = false
  var address = ""

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.bytes("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: keys.append(try field.bytes("keys"))
    case 5: removedAt = try field.double("removed_at")
    case 6: wasTold = try field.bool("was_told")
    case 7: address = try field.string("address")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    for key in keys { writer.write(key, field: 4, always: true) }
    writer.write(removedAt, field: 5)
    writer.write(wasTold, field: 6)
    writer.write(address, field: 7)
  }
}

/// A change of the own key as it is stored.
struct KeyRotationMessage: WireMessage {
  static let wireName = "dyad.KeyRotation"

  var nextKey: [UInt8] = []
  var told: [[UInt8]] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: nextKey = try field.bytes("next_key")
    case 2: told.append(try field.bytes("told"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(nextKey, field: 1)
    for id in told { writer.write(id, field: 2, always: true) }
  }
}

/// A budget of guesses as it is stored.
struct GuessBudgetMessage: WireMessage {
  static let wireName = "dyad.GuessBudget"

  var aborts: UInt32 = 0
  var isGuessOpen = false
  var row: UInt32 = 0
  var burnt: [UInt64] = []
  var lockBegan: Double = 0
  /// 0 where there is no lock.
  var lockLength: Double = 0
  var needsReset = false
  var hasTime = false
  var seconds: Double = 0
  var reading: Double = 0
  var isOfBoot = false
  var boot: UInt64 = 0

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: aborts = try field.uint32("aborts")
    case 2: isGuessOpen = try field.bool("is_guess_open")
    case 3: row = try field.uint32("row")
    case 4: burnt += try field.fixed64s("burnt")
    case 5: lockBegan = try field.double("lock_began")
    case 6: lockLength = try field.double("lock_length")
    case 7: needsReset = try field.bool("needs_reset")
    case 8: hasTime = try field.bool("has_time")
    case 9: seconds = try field.double("seconds")
    case 10: reading = try field.double("reading")
    case 11: isOfBoot = try field.bool("is_of_boot")
    case 12: boot = try field.fixed64("boot")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(aborts, field: 1)
    writer.write(isGuessOpen, field: 2)
    writer.write(row, field: 3)
    for bits in burnt { writer.write(fixed64: bits, field: 4, always: true) }
    writer.write(lockBegan, field: 5)
    writer.write(lockLength, field: 6)
    writer.write(needsReset, field: 7)
    writer.write(hasTime, field: 8)
    writer.write(seconds, field: 9)
    writer.write(reading, field: 10)
    writer.write(isOfBoot, field: 11)
    writer.write(fixed64: boot, field: 12)
  }
}
