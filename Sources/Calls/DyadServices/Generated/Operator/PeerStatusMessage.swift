package import ProtobufWire

/// How it is with a peer.
package struct PeerStatusMessage: WireMessage {
  package static let wireName = "dyad.v1.PeerStatus"

  /// What it can be.
  package enum State: Int32, Hashable, Sendable {
    case unspecified = 0
    /// Nobody can call: no address is known here, and the peer does not call.
    case waiting = 1
    /// The connection is being made.
    case connecting = 2
    /// What both have is being compared or sent.
    case syncing = 3
    /// Nothing is left to be sent.
    case settled = 4
    /// It was tried in vain and will be again.
    case retrying = 5
    /// Too many deletions by inference alone, or unsealed settings: the owner has to decide.
    case braked = 6
  }

  /// Id.
  package var id = ""
  /// Name.
  package var name = ""
  /// Role.
  package var role: UInt32 = 0
  /// State.
  package var state = State.unspecified
  /// Since when it is connected; left out where it is not.
  package var connectedSince: Double?
  /// When it was heard last; left out where it never was.
  package var heardAt: Double?
  /// When both held the same last; left out where that was not seen.
  package var equalAt: Double?
  /// Why the last try failed, and when the next one comes.
  package var failure = ""
  /// Next try.
  package var nextTry: Double?
  /// By how many seconds its clock is ahead.
  package var clockSkew: Double?
  /// How many samples it does not have yet, type by type; unknown while it is away for long.
  package var lag: [TypeCountMessage] = []
  /// Whether the node was restored or copied behind its back.
  package var isAlarmed = false
  /// What the brake stopped: deletions of each type.
  package var braked: [TypeCountMessage] = []
  /// Bytes of messages since the node started.
  package var bytesSent: UInt64 = 0
  /// Bytes received.
  package var bytesReceived: UInt64 = 0
  /// Where it was reached last, "HOST:PORT".
  package var address = ""
  /// Whether it runs twice: two devices go on with copies of one state folder.
  package var isTwice = false
  /// Whether this node does, as the peer's sessions show.
  package var isThisTwice = false
  /// Samples that a watch says are deleted, and that stay until the owner has decided: of each
  /// type.
  package var held: [TypeCountMessage] = []
  /// The watch shows settings that this phone neither remembers nor sealed; nothing is synced until
  /// the owner has decided.
  package var hasUnsealedSettings = false
  /// How many samples were deleted by its word within the last day, and can be taken back.
  package var deletedLately: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: name = try field.string("name")
    case 3: role = try field.uint32("role")
    case 4: state = State(rawValue: try field.int32("state")) ?? .unspecified
    case 5: connectedSince = try field.double("connected_since")
    case 6: heardAt = try field.double("heard_at")
    case 7: equalAt = try field.double("equal_at")
    case 8: failure = try field.string("failure")
    case 9: nextTry = try field.double("next_try")
    case 10: clockSkew = try field.double("clock_skew")
    case 11: lag.append(try field.message("lag"))
    case 12: isAlarmed = try field.bool("is_alarmed")
    case 13: braked.append(try field.message("braked"))
    case 14: bytesSent = try field.uint64("bytes_sent")
    case 15: bytesReceived = try field.uint64("bytes_received")
    case 16: address = try field.string("address")
    case 17: isTwice = try field.bool("is_twice")
    case 18: isThisTwice = try field.bool("is_this_twice")
    case 19: held.append(try field.message("held"))
    case 20: hasUnsealedSettings = try field.bool("has_unsealed_settings")
    case 21: deletedLately = try field.uint64("deleted_lately")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(name, field: 2)
    writer.write(role, field: 3)
    writer.write(state.rawValue, field: 4)
    if let connectedSince { writer.write(connectedSince, field: 5, always: true) }
    if let heardAt { writer.write(heardAt, field: 6, always: true) }
    if let equalAt { writer.write(equalAt, field: 7, always: true) }
    writer.write(failure, field: 8)
    if let nextTry { writer.write(nextTry, field: 9, always: true) }
    if let clockSkew { writer.write(clockSkew, field: 10, always: true) }
    writer.write(lag, field: 11)
    writer.write(isAlarmed, field: 12)
    writer.write(braked, field: 13)
    writer.write(bytesSent, field: 14)
    writer.write(bytesReceived, field: 15)
    writer.write(address, field: 16)
    writer.write(isTwice, field: 17)
    writer.write(isThisTwice, field: 18)
    writer.write(held, field: 19)
    writer.write(hasUnsealedSettings, field: 20)
    writer.write(deletedLately, field: 21)
  }
}
