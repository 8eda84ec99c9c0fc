extension SampleRun {
  /// What the samples say, so that it can be compared with what an export says: a quantity in the type's own unit,
  /// the number of a category, what was done in a workout, what a clinic calls a record, what a record
  /// of an unknown type says, and no number for everything else.
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
  /// Workouts are told apart by what was done, what clinics tell by what they call it, and records of unknown types by
  /// all that they say.
  package var comparableValue: Double {
    switch self {
    case .workout(let workout): return Double(workout.activity)
    case .details(let details):
      let texts = ["identifier", "type", "unit", "value"].compactMap { name -> String? in
        if case .string(let text) = details.values[name] { text } else { nil }
      }
      guard !texts.isEmpty else { return .nan }
      // As many bits of FNV-1a as a double has exactly.
      let hash = texts.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      return Double(hash >> 11)
    default: return .nan
    }
  }
}
