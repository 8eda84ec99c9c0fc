package import ProtobufWire

/// Buckets that a calendar makes, as the node's machine knows the time zone; without any zones it
/// answers FAILED_PRECONDITION.
///
/// At most 500000.
package struct CalendarBucketsMessage: WireMessage {
  package static let wireName = "dyad.v1.CalendarBuckets"

  /// What it can be.
  package enum Unit: Int32, Hashable, Sendable {
    /// Not permitted.
    case unspecified = 0
    case minute = 1
    case hour = 2
    case day = 3
    case week = 4
    case month = 5
    case year = 6
  }

  /// How many of the unit a bucket has, at least 1.
  package var count: UInt32 = 0
  /// Unit.
  package var unit = Unit.unspecified
  /// The name of a time zone, as in the IANA's database.
  package var zone = ""
  /// Where one of the buckets begins, in seconds since 2001-01-01 UTC.
  package var anchor = 0.0
  /// The buckets cover all that is from here.
  package var from = 0.0
  /// And before this.
  package var to = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: count = try field.uint32("count")
    case 2: unit = Unit(rawValue: try field.int32("unit")) ?? .unspecified
    case 3: zone = try field.string("zone")
    case 4: anchor = try field.double("anchor")
    case 5: from = try field.double("from")
    case 6: to = try field.double("to")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(count, field: 1)
    writer.write(unit.rawValue, field: 2)
    writer.write(zone, field: 3)
    writer.write(anchor, field: 4)
    writer.write(from, field: 5)
    writer.write(to, field: 6)
  }
}
