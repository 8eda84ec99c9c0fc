package import ProtobufWire

/// How the node is.
package struct NodeStatusMessage: WireMessage {
  package static let wireName = "dyad.v1.NodeStatus"

  /// The node's printable id.
  package var id = ""
  /// 1 phone, 2 watch.
  package var role: UInt32 = 0
  /// Name.
  package var name = ""
  /// Version.
  package var version = ""
  /// All instants are in seconds since 2001-01-01 UTC.
  package var now = 0.0
  /// Started at.
  package var startedAt = 0.0
  /// What ends earlier is neither kept nor taken; left out where there is no such limit.
  package var cutoff: Double?
  /// Samples.
  package var samples: UInt64 = 0
  /// Segments that cannot be read, and what the last look at everything found beside them that only
  /// a backup mends.
  package var damaged: UInt64 = 0
  /// Peers.
  package var peers: [PeerStatusMessage] = []
  /// How many requests of apps wait for a decision.
  package var openRequests: UInt32 = 0
  /// The disk has no room for what is saved; reading works, and deleting as far as the room kept
  /// for it goes.
  package var diskFull = false
  /// The pairs were made with another key than the node has, as after a restore without the key: no
  /// peer knows it.
  package var keyIsAnother = false
  /// Mirrors.
  package var mirrors: [MirrorStatusMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: version = try field.string("version")
    case 5: now = try field.double("now")
    case 6: startedAt = try field.double("started_at")
    case 7: cutoff = try field.double("cutoff")
    case 8: samples = try field.uint64("samples")
    case 9: damaged = try field.uint64("damaged")
    case 10: peers.append(try field.message("peers"))
    case 11: openRequests = try field.uint32("open_requests")
    case 12: diskFull = try field.bool("disk_full")
    case 13: keyIsAnother = try field.bool("key_is_another")
    case 14: mirrors.append(try field.message("mirrors"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(version, field: 4)
    writer.write(now, field: 5)
    writer.write(startedAt, field: 6)
    if let cutoff { writer.write(cutoff, field: 7, always: true) }
    writer.write(samples, field: 8)
    writer.write(damaged, field: 9)
    writer.write(peers, field: 10)
    writer.write(openRequests, field: 11)
    writer.write(diskFull, field: 12)
    writer.write(keyIsAnother, field: 13)
    writer.write(mirrors, field: 14)
  }
}
