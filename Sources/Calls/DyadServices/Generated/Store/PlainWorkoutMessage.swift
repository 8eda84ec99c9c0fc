package import ProtobufWire

/// What a workout carries beside its dates.
package struct PlainWorkoutMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainWorkout"

  /// The raw value of an HKWorkoutActivityType.
  package var activity: Int64 = 0
  /// Seconds.
  package var duration = 0.0
  /// Total energy burned.
  package var totalEnergyBurned: UnitValueMessage?
  /// Total distance.
  package var totalDistance: UnitValueMessage?
  /// Total swimming stroke count.
  package var totalSwimmingStrokeCount: UnitValueMessage?
  /// Events.
  package var events: [PlainEventMessage] = []
  /// Its activities, where it has several.
  package var legs: [PlainLegMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: activity = try field.int64("activity")
    case 2: duration = try field.double("duration")
    case 3: try field.merge(into: &totalEnergyBurned, "total_energy_burned")
    case 4: try field.merge(into: &totalDistance, "total_distance")
    case 5: try field.merge(into: &totalSwimmingStrokeCount, "total_swimming_stroke_count")
    case 6: events.append(try field.message("events"))
    case 7: legs.append(try field.message("legs"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(activity, field: 1)
    writer.write(duration, field: 2)
    writer.write(totalEnergyBurned, field: 3)
    writer.write(totalDistance, field: 4)
    writer.write(totalSwimmingStrokeCount, field: 5)
    writer.write(events, field: 6)
    writer.write(legs, field: 7)
  }
}
