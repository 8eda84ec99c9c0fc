package import ProtobufWire

/// Asks for both nodes to hold the same.
package struct SyncNowRequest: WireMessage {
  package static let wireName = "dyad.v1.SyncNowRequest"

  /// Its id, or the beginning of it, or its name; nothing for all peers.
  package var peer = ""
  /// Reads everything here first, so that what is damaged is asked for, and compares all that both
  /// hold, whatever the cursors say.
  ///
  /// Only the phone can make both do that: a watch that is asked for it compares the roots, as
  /// without it.
  package var reconcile = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    case 2: reconcile = try field.bool("reconcile")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(reconcile, field: 2)
  }
}
