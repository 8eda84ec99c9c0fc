internal import HealthModel

/// A workout in the words of an export.
struct WorkoutText {
  private static let activityPrefix = "HKWorkoutActivityType"
  private static let eventPrefix = "HKWorkoutEventType"

  let activity: String
  /// Its duration, and the totals where exports had them until iOS 15.
  private(set) var attributes: [(name: String, value: String)]
  /// The totals where exports have them since iOS 16.
  private(set) var statistics: [(type: ObjectType, sum: Quantity)] = []
  private(set) var entries: [OwnEntry] = []

  init(_ workout: Workout) {
    activity = Self.name(ofActivity: workout.activity)
    let minutes = workout.duration / 60
    attributes = [("duration", minutes.exportText), ("durationUnit", "min")]
    let read = try? Unit.convert(minutes, from: .minute, to: .second())
    if read?.bitPattern != workout.duration.bitPattern {
      entries.append(.seconds(workout.duration))
    }
    if let distance = workout.totalDistance {
      add("totalDistance", distance)
      statistics.append((workout.distanceType, distance))
    }
    if let energy = workout.totalEnergyBurned {
      add("totalEnergyBurned", energy)
      statistics.append((.activeEnergyBurned, energy))
    }
    if let strokes = workout.totalSwimmingStrokeCount {
      statistics.append((.swimmingStrokeCount, strokes))
    }
  }

  private mutating func add(_ name: String, _ total: Quantity) {
    attributes.append((name, total.value.exportText))
    attributes.append(("\(name)Unit", total.unit.unitString))
  }

  /// The activity that a word means; `nil` where it means none.
  static func activity(named name: String) -> Int64? {
    // What no version has a name for yet is written as its number.
    if let number = Int64(name) { return number }
    guard name.hasPrefix(activityPrefix) else { return nil }
    let word = name.dropFirst(activityPrefix.count).lowercased()
    return WorkoutActivityType.allCases.first { "\($0)".lowercased() == word }
      .map { Int64($0.rawValue) }
  }

  /// What an activity is called.
  static func name(ofActivity number: Int64) -> String {
    let known = Int(exactly: number).flatMap { WorkoutActivityType(rawValue: $0) }
    return known.map { activityPrefix + "\($0)".firstCapitalized } ?? "\(number)"
  }

  /// What an event is called.
  static func name(ofEvent kind: Int64) -> String {
    let known = Int(exactly: kind).flatMap { WorkoutEventType(rawValue: $0) }
    return known.map { eventPrefix + "\($0)".firstCapitalized } ?? "\(kind)"
  }

  /// The kind of event that a word means; `nil` where it means none.
  static func event(named name: String) -> Int64? {
    if let number = Int64(name) { return number }
    guard name.hasPrefix(eventPrefix) else { return nil }
    let word = name.dropFirst(eventPrefix.count).lowercased()
    return WorkoutEventType.allCases.first { "\($0)".lowercased() == word }
      .map { Int64($0.rawValue) }
  }
}

extension String {
  /// With a capital as its first letter.
  var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
