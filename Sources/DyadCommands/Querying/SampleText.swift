internal import CommandLineCore
internal import HealthModel

/// A sample as people read it.
enum SampleText {
  /// Start, end, value, unit, source and UUID.
  static func cells(of sample: Sample, in unit: Unit? = nil) throws(ModelError) -> [String] {
    let (value, unit) = try value(of: sample, in: unit)
    return [
      text(of: sample.start), text(of: sample.end), value, unit,
      sample.source.source.bundleIdentifier, sample.uuid.description,
    ]
  }

  private static func text(of seconds: Double) -> String {
    DateText(secondsSince2001: seconds)?.text ?? "\(seconds)"
  }

  private static func value(
    of sample: Sample, in unit: Unit?
  ) throws(ModelError) -> (value: String, unit: String) {
    switch sample.value {
    case .quantity(let quantity):
      let target = unit ?? quantity.unit
      return (JSONValue.number(try quantity.value(in: target)).text, target.unitString)
    case .category(let value):
      return (NamedNumbers.values(of: sample.type)?.name(of: value) ?? String(value), "")
    case .object(.correlation(let members)): return (counted(members.count, "sample"), "")
    case .object(.workout(let workout)):
      let activity = NamedNumbers.workoutActivities.name(of: workout.activity)
      return (
        "\(activity ?? String(workout.activity)) \(JSONValue.number(workout.duration).text)", "s"
      )
    case .object(.document(let document)): return (document.title, "")
    case .object(.association), .object(.unknown): return ("", "")
    }
  }
}
