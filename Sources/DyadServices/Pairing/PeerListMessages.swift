package import ProtobufWire

/// The peers.
package struct ListPeersResponse: WireMessage {
  package static let wireName = "dyad.v1.ListPeersResponse"

  /// All of them.
  package var peers: [PeerMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peers.append(try field.message("peers"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peers, field: 1)
  }
}

/// Ends a pair.
package struct RemovePeerRequest: WireMessage {
  package static let wireName = "dyad.v1.RemovePeerRequest"

  /// Its id, or the beginning of it, or its name.
  package var peer = ""
  /// Whether a watch also erases all samples.
  package var erase = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    case 2: erase = try field.bool("erase")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(erase, field: 2)
  }
}

/// A pair has ended.
package struct RemovePeerResponse: WireMessage {
  package static let wireName = "dyad.v1.RemovePeerResponse"

  /// Who it was.
  package var peer = PeerMessage()
  /// Whether it has been told.
  package var wasTold = false
  /// Whether all samples are erased.
  package var wasErased = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &peer, "peer")
    case 2: wasTold = try field.bool("was_told")
    case 3: wasErased = try field.bool("was_erased")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(wasTold, field: 2)
    writer.write(wasErased, field: 3)
  }
}

/// How far the change of the key is.
package struct RotateKeyResponse: WireMessage {
  package static let wireName = "dyad.v1.RotateKeyResponse"

  /// The key that will hold, or holds already.
  package var fingerprint: [UInt8] = []
  /// Whether it holds.
  package var isDone = false
  /// Who has not been reached.
  package var waitingFor: [PeerMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: fingerprint = try field.bytes("fingerprint")
    case 2: isDone = try field.bool("is_done")
    case 3: waitingFor.append(try field.message("waiting_for"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(fingerprint, field: 1)
    writer.write(isDone, field: 2)
    writer.write(waitingFor, field: 3)
  }
}
