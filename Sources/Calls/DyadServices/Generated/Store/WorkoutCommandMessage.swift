package import ProtobufWire

/// What an app does with its workout session; the first one is START.
package struct WorkoutCommandMessage: WireMessage {
  package static let wireName = "dyad.v1.WorkoutCommand"

  /// What it can be.
  package enum Action: Int32, Hashable, Sendable {
    /// Not permitted.
    case unspecified = 0
    case start = 1
    case pause = 2
    case resume = 3
    case end = 4
  }

  /// Action.
  package var action = Action.unspecified
  /// With START: the raw values of HKWorkoutActivityType and HKWorkoutSessionLocationType.
  package var activity: Int64 = 0
  /// Location.
  package var location: Int64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: action = Action(rawValue: try field.int32("action")) ?? .unspecified
    case 2: activity = try field.int64("activity")
    case 3: location = try field.int64("location")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(action.rawValue, field: 1)
    writer.write(activity, field: 2)
    writer.write(location, field: 3)
  }
}
