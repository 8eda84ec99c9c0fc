extension ActivitySummary {
  /// From when to when a summary is dated that was told elsewhere: its day in Greenwich, wherever it was lived.
  package static func dates(of day: Int) -> (start: Double, end: Double) {
    (Double(day) * Instant.secondsPerDay, Double(day + 1) * Instant.secondsPerDay)
  }

  /// Takes from what was told of the day elsewhere all that nothing was measured of here.
  ///
  /// - Parameters:
  ///   - told: The details of an object of the type `activitySummary`.
  ///   - withGoals: Whether its goals held on the day.
  package mutating func fill(from told: Details, withGoals: Bool) {
    func number(_ name: String, _ unit: Unit? = nil) -> Double? {
      switch (told.values[name], unit) {
      case (.double(let number), nil): number
      case (.quantity(let quantity), let unit?): try? quantity.value(in: unit)
      default: nil
      }
    }
    if move == 0 { move = number("energy", .kilocalorie) ?? 0 }
    if exercise == 0 { exercise = number("exercise", .minute) ?? 0 }
    if stand == 0 { stand = Int(min(24, max(0, number("stand") ?? 0))) }
    guard withGoals else { return }
    // No goal is told as 0.
    func take(
      _ told: Double?, _ permitted: ClosedRange<Double>,
      to part: WritableKeyPath<ActivityGoal, Double>
    ) {
      if let told, permitted.contains(told) { goal[keyPath: part] = told }
    }
    take(number("energyGoal", .kilocalorie), ActivityGoal.moves, to: \.move)
    take(number("exerciseGoal", .minute), ActivityGoal.exercises, to: \.exercise)
    take(number("standGoal"), ActivityGoal.stands, to: \.stand)
  }
}
