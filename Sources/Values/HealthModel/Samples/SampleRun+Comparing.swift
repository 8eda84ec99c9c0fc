extension SampleRun {
  /// What the samples say, so that it can be compared with what an export says: a quantity in the type's own unit,
  /// the number of a category, what was done in a workout, and no number for everything else.
  package var comparableValues: [Double] {
    switch payload {
    case .quantity(var values, let units):
      guard let canonical = type.description?.canonicalUnit else { return values }
      units.forEachRun { unit, rows in
        guard let conversion = UnitConversion.remembered(from: unit, to: canonical),
          !conversion.isIdentity
        else { return }
        for row in rows { values[row] = conversion(values[row]) }
      }
      return values
    case .category(let values): return values.map { Double($0) }
    case .objects(let bodies): return bodies.map(\.comparableValue)
    }
  }
}

extension ObjectBody {
  /// Workouts are told apart by what was done.
  package var comparableValue: Double {
    if case .workout(let workout) = self { Double(workout.activity) } else { .nan }
  }
}
