internal import HealthModel
internal import XMLCore

/// What an export says was reached on days.
struct ImportedSummaries {
  /// As many days as somebody has.
  private static let mostDays = 50_000

  /// By their days, with their lines.
  private(set) var days: [Int: (line: Int, details: Details)] = [:]

  /// Takes the summary of a day, in place of one that came earlier; one in which nothing is told is left out.
  mutating func add(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) {
    let line = Int(event.line)
    guard let text = batch.value(of: .dateComponents, in: event),
      let start = context.dates.seconds(text + Array(" 00:00:00 +0000".utf8)),
      Instant.permitted.contains(start + Instant.secondsPerDay)
    else {
      return context.summary.lose("ActivitySummary", line: line, .badDate, of: .activitySummary)
    }
    let day = Int((start / Instant.secondsPerDay).rounded(.down))
    var values: [String: MetadataValue] = [:]
    func number(_ name: AppleName) -> Double? {
      batch.value(of: name, in: event).flatMap { DecimalReader.number($0) }
    }
    let energy = AppleUnit.unit(batch.text(of: .activeEnergyBurnedUnit, in: event) ?? "kcal")
    let quantities: [(AppleName, String, Unit?)] = [
      (.activeEnergyBurned, "energy", energy), (.activeEnergyBurnedGoal, "energyGoal", energy),
      (.appleMoveTime, "moveTime", .minute), (.appleMoveTimeGoal, "moveTimeGoal", .minute),
      (.appleExerciseTime, "exercise", .minute),
      (.appleExerciseTimeGoal, "exerciseGoal", .minute),
    ]
    for (name, detail, unit) in quantities {
      guard let unit, let number = number(name) else { continue }
      values[detail] = .quantity(Quantity(number, unit))
    }
    for (name, detail) in [
      (AppleName.appleStandHours, "stand"), (.appleStandHoursGoal, "standGoal"),
    ] {
      if let number = number(name) { values[detail] = .double(number) }
    }
    // A day without a watch has zeros.
    guard values.values.contains(where: Self.isSomething) else {
      return context.summary.leave("ActivitySummary in which nothing is told")
    }
    values["day"] = .integer(Int64(day))
    guard days[day] != nil || days.count < Self.mostDays else {
      return context.summary.leave("ActivitySummary of more days than anybody has")
    }
    days[day] = (line, Details(values: values))
  }

  private static func isSomething(_ value: MetadataValue) -> Bool {
    switch value {
    case .quantity(let quantity): quantity.value != 0
    case .double(let number): number != 0
    default: false
    }
  }
}
