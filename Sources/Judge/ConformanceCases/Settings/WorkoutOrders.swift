internal import ConformanceKit
internal import ConformanceWire

/// What a phone wants of workouts, and what a watch answers, in numbers.
enum WorkoutOrders {
  /// As WorkoutMoment numbers them.
  enum Kind: Int64 {
    case started = 2
    case paused = 3
    case resumed = 4
    case ended = 9
  }

  /// As WorkoutAnswer numbers them.
  enum Outcome: Int64 {
    case done = 1
    case noApp = 2
    case noCommand = 3
    case notStarted = 4
    case refused = 5
  }

  static let key = "workout-orders/HKWorkoutTypeIdentifier"

  /// The record of a phone that has those.
  static func record(_ orders: Value) -> Value {
    ["key": .text(key), "value": .bytes(Message("WorkoutOrders", ["orders": orders]).encoded())]
  }

  /// Those that settings tell; `nil` where they tell none.
  static func orders(in settings: Value) throws -> [Value]? {
    guard let record = settings["records"].items.first(where: { $0["key"].string == key })
    else { return nil }
    return try Message("WorkoutOrders", decoding: record["value"].data)["orders"].items
  }

  /// A session to which that happened.
  static func session(
    _ kinds: [Kind], of app: String = "", uuid: UInt8 = 3
  ) -> Value {
    [
      "uuid": .bytes(Array(repeating: uuid, count: 16)), "app": app.isEmpty ? .absent : .text(app),
      "plan": ["activity": 37, "location": 3],
      "moments": .list(
        kinds.enumerated().map { number, kind in
          ["kind": .integer(kind.rawValue), "date": .double(700_000_000 + Double(number))]
        }),
    ]
  }

  /// What happened to a session, for people.
  static func moments(of session: Value) -> String {
    "one with the moments \(session["moments"].items.map(\.["kind"].number))"
  }

  static func answer(_ id: UInt64, _ outcome: Outcome) -> Value {
    ["id": .unsigned(id), "outcome": .integer(outcome.rawValue)]
  }
}
