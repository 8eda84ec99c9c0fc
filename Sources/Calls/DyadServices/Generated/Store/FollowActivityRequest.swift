package import ProtobufWire

/// Asks what was reached on successive days.
package struct FollowActivityRequest: WireMessage {
  package static let wireName = "dyad.v1.FollowActivityRequest"

  /// Days since 2001-01-01, by the calendar where somebody is.
  package var firstDay: Int64 = 0
  /// Where the days begin, and the last one ends, in seconds since 2001-01-01 UTC, ascending.
  package var edges: [Double] = []
  /// Not what becomes different.
  package var once = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: firstDay = try field.int64("first_day")
    case 2: edges += try field.fixed64s("edges").map { Double(bitPattern: $0) }
    case 3: once = try field.bool("once")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(firstDay, field: 1)
    writer.writePacked(edges, field: 2)
    writer.write(once, field: 3)
  }
}
