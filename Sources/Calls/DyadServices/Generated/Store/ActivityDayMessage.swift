package import ProtobufWire

/// What somebody reached on a day, beside what they wanted to.
///
/// Time that several sources measured counts once.
package struct ActivityDayMessage: WireMessage {
  package static let wireName = "dyad.v1.ActivityDay"

  /// Days since 2001-01-01.
  package var day: Int64 = 0
  /// Active energy, in kilocalories.
  package var move = 0.0
  /// Minutes of exercise.
  package var exercise = 0.0
  /// Hours in which they stood, or rolled in a wheelchair.
  package var stand: UInt32 = 0
  /// Walked, run, or rolled; in metres.
  package var distance = 0.0
  /// Steps, or pushes in a wheelchair.
  package var steps = 0.0
  /// Uses wheelchair.
  package var usesWheelchair = false
  /// Move goal.
  package var moveGoal = 0.0
  /// Exercise goal.
  package var exerciseGoal = 0.0
  /// Stand goal.
  package var standGoal = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: day = try field.int64("day")
    case 2: move = try field.double("move")
    case 3: exercise = try field.double("exercise")
    case 4: stand = try field.uint32("stand")
    case 5: distance = try field.double("distance")
    case 6: steps = try field.double("steps")
    case 7: usesWheelchair = try field.bool("uses_wheelchair")
    case 8: moveGoal = try field.double("move_goal")
    case 9: exerciseGoal = try field.double("exercise_goal")
    case 10: standGoal = try field.double("stand_goal")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(day, field: 1)
    writer.write(move, field: 2)
    writer.write(exercise, field: 3)
    writer.write(stand, field: 4)
    writer.write(distance, field: 5)
    writer.write(steps, field: 6)
    writer.write(usesWheelchair, field: 7)
    writer.write(moveGoal, field: 8)
    writer.write(exerciseGoal, field: 9)
    writer.write(standGoal, field: 10)
  }
}
