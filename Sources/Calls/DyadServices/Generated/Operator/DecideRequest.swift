package import ProtobufWire

/// Decides a request, each type and direction by itself; on the phone.
package struct DecideRequest: WireMessage {
  package static let wireName = "dyad.v1.DecideRequest"

  /// Id.
  package var id = ""
  /// Decisions.
  package var decisions: [TypeDecisionMessage] = []
  /// What holds for the rest of the request; left out, the rest stays open.
  package var others: Bool?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: decisions.append(try field.message("decisions"))
    case 3: others = try field.bool("others")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(decisions, field: 2)
    if let others { writer.write(others, field: 3, always: true) }
  }
}
