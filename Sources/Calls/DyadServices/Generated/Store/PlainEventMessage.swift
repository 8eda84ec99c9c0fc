package import ProtobufWire

/// Something that happened in a workout.
package struct PlainEventMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainEvent"

  /// The raw value of an HKWorkoutEventType.
  package var kind: Int64 = 0
  /// Seconds since 2001-01-01 UTC.
  package var date = 0.0
  /// Metadata.
  package var metadata: [PlainMetadataMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: kind = try field.int64("kind")
    case 2: date = try field.double("date")
    case 3: metadata.append(try field.message("metadata"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(kind, field: 1)
    writer.write(date, field: 2)
    writer.write(metadata, field: 3)
  }
}
