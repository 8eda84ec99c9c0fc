package import ProtobufWire

/// The samples that belong to a correlation.
package struct PlainMembersMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainMembers"

  /// Members.
  package var members: [PlainMemberMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: members.append(try field.message("members"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(members, field: 1)
  }
}
