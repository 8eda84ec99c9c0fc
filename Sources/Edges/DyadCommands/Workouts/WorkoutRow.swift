internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// A workout that is over, as people read it.
struct WorkoutRow {
  let sample: Sample
  let workout: Workout
  private let units: [ObjectType: Unit]
  private let dates: LocalDateText

  init(_ sample: Sample, _ units: [ObjectType: Unit], _ dates: LocalDateText) {
    self.sample = sample
    if case .object(.workout(let body)) = sample.value {
      workout = body
    } else {
      // Of a version that has other workouts: its dates are all that is known.
      workout = Workout(activity: -1, duration: sample.end - sample.start)
    }
    self.units = units
    self.dates = dates
  }

  /// What was done, by the catalogue.
  var activity: WorkoutActivityType {
    Int(exactly: workout.activity).flatMap(WorkoutActivityType.init) ?? .other
  }

  var name: String {
    NamedNumbers.workoutActivities.name(of: workout.activity) ?? "\(workout.activity)"
  }

  /// When, what, for how long, how far, with how much energy, by whom, and its name.
  func cells(isShort: Bool) -> [String] {
    let source = sample.source.source
    return [
      isShort
        ? "\(dates.day(of: sample.start)) \(dates.minute(of: sample.start))"
        : dates.moment(of: sample.start),
      name, SpanText.short(of: workout.duration),
      text(workout.totalDistance, activity.distanceType),
      text(workout.totalEnergyBurned, .activeEnergyBurned),
      source.name.isEmpty ? source.bundleIdentifier : source.name,
      isShort ? UUIDWord.short(sample.uuid) : sample.uuid.description,
    ]
  }

  private func text(_ total: Quantity?, _ type: ObjectType) -> String {
    guard let total else { return "" }
    let unit = units[type] ?? total.unit
    guard let value = try? total.value(in: unit) else { return "" }
    return "\(NumberText.short(value)) \(unit.readableString)"
  }
}
