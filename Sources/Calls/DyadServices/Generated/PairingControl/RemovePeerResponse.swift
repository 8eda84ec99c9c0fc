package import ProtobufWire

/// A pair has ended.
package struct RemovePeerResponse: WireMessage {
  package static let wireName = "dyad.v1.RemovePeerResponse"

  /// Who it was.
  package var peer: PeerMessage?
  /// Whether it has been told; else it is when it can be reached.
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
