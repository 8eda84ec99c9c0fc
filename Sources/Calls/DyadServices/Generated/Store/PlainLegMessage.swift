package import ProtobufWire

/// One activity of a workout that has several.
package struct PlainLegMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainLeg"

  /// Uuid.
  package var uuid = ""
  /// The raw value of an HKWorkoutActivityType.
  package var activity: Int64 = 0
  /// Seconds since 2001-01-01 UTC.
  package var start = 0.0
  /// End.
  package var end = 0.0
  /// Metadata.
  package var metadata: [PlainMetadataMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuid = try field.string("uuid")
    case 2: activity = try field.int64("activity")
    case 3: start = try field.double("start")
    case 4: end = try field.double("end")
    case 5: metadata.append(try field.message("metadata"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuid, field: 1)
    writer.write(activity, field: 2)
    writer.write(start, field: 3)
    writer.write(end, field: 4)
    writer.write(metadata, field: 5)
  }
}
