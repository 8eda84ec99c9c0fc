package import ProtobufWire

/// Samples that were deleted together.
package struct RemovalMessage: WireMessage {
  package static let wireName = "dyad.v1.Removal"

  /// Id.
  package var id: Int64 = 0
  /// In seconds since 2001-01-01 UTC.
  package var at = 0.0
  /// Who did it: the app by its bundle identifier, or the peer by its id; neither for the owner.
  package var app = ""
  /// Peer.
  package var peer = ""
  /// The owner, who took an import back.
  package var isImport = false
  /// Counts.
  package var counts: [TypeCountMessage] = []
  /// Which import; 0 where that was not noted.
  package var imported: Int64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.int64("id")
    case 2: at = try field.double("at")
    case 3: app = try field.string("app")
    case 4: peer = try field.string("peer")
    case 5: isImport = try field.bool("is_import")
    case 6: counts.append(try field.message("counts"))
    case 7: imported = try field.int64("imported")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(at, field: 2)
    writer.write(app, field: 3)
    writer.write(peer, field: 4)
    writer.write(isImport, field: 5)
    writer.write(counts, field: 6)
    writer.write(imported, field: 7)
  }
}
