package import ProtobufWire

/// What was reached on days.
package struct FollowActivityResponse: WireMessage {
  package static let wireName = "dyad.v1.FollowActivityResponse"

  /// Days.
  package var days: [ActivityDayMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: days.append(try field.message("days"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(days, field: 1)
  }
}
