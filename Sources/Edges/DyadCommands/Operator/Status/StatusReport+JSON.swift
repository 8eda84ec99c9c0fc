internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

extension StatusReport {
  /// For programs.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(status.id)), .init("role", .string(PairingWords.role(status.role))),
      .init("name", .string(status.name)), .init("version", .string(status.version)),
      .init("now", InstantJSON.value(of: status.now)),
      .init("startedAt", InstantJSON.value(of: status.startedAt)),
    ]
    if let cutoff = status.cutoff {
      members.append(.init("cutoff", InstantJSON.value(of: cutoff)))
    }
    members += [
      .init("samples", .integer(Int64(clamping: status.samples))),
      .init("damaged", .integer(Int64(clamping: status.damaged))),
      .init("diskFull", .bool(status.diskFull)),
      .init("keyIsAnother", .bool(status.keyIsAnother)),
      .init("openRequests", .integer(Int64(status.openRequests))),
      .init("peers", .array(status.peers.map { PeerReport(peer: $0, now: now).json })),
      .init("mirrors", .array(status.mirrors.map(Self.json))),
    ]
    return .object(members)
  }

  private static func json(_ mirror: MirrorStatusMessage) -> JSONValue {
    .object([
      .init("name", .string(mirror.name)), .init("lag", .integer(Int64(clamping: mirror.lag))),
      .init("heardAt", InstantJSON.value(of: mirror.heardAt)),
    ])
  }
}

extension PeerReport {
  /// For programs.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(peer.id)), .init("role", .string(PairingWords.role(peer.role))),
      .init("name", .string(peer.name)), .init("state", .string(state)),
      .init("lag", TypeWords.json(peer.lag)),
    ]
    for (name, instant) in [
      ("connectedSince", peer.connectedSince), ("heardAt", peer.heardAt),
      ("equalAt", peer.equalAt), ("nextTry", peer.nextTry),
    ] {
      if let instant { members.append(.init(name, InstantJSON.value(of: instant))) }
    }
    if !peer.failure.isEmpty { members.append(.init("failure", .string(peer.failure))) }
    if let skew = peer.clockSkew { members.append(.init("clockSkew", .number(skew))) }
    if peer.isAlarmed { members.append(.init("alarmed", .bool(true))) }
    if peer.isTwice { members.append(.init("runsTwice", .bool(true))) }
    if peer.isThisTwice { members.append(.init("thisRunsTwice", .bool(true))) }
    if !peer.braked.isEmpty { members.append(.init("braked", TypeWords.json(peer.braked))) }
    if peer.deletedLately > 0 {
      members.append(.init("deletedLately", .integer(Int64(clamping: peer.deletedLately))))
    }
    if peer.hasUnsealedSettings { members.append(.init("hasUnsealedSettings", .bool(true))) }
    if !peer.held.isEmpty { members.append(.init("held", TypeWords.json(peer.held))) }
    members += [
      .init("bytesSent", .integer(Int64(clamping: peer.bytesSent))),
      .init("bytesReceived", .integer(Int64(clamping: peer.bytesReceived))),
    ]
    if !peer.address.isEmpty { members.append(.init("address", .string(peer.address))) }
    return .object(members)
  }
}
