internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// A sample as cells of a table: exact for programs, or as people read it.
struct SampleText {
  enum Style {
    /// Instants in UTC, and every digit.
    case exact
    /// Times as the clocks of a zone show them, short numbers, and in words what a sample is.
    case people(LocalDateText)
  }

  /// How a sample is named.
  enum Naming {
    case full
    case short
    /// There is no room for it.
    case none

    /// What a terminal has room for; whatever is no terminal has room for all.
    init(columns: Int?) {
      self =
        switch columns ?? .max {
        case 120...: .full
        case 72...: .short
        default: .none
        }
    }
  }

  /// The units of quantities; those of other types stay in their own.
  let units: [ObjectType: Unit]
  let style: Style
  var naming = Naming.full
  /// What the correlations hold that are shown.
  var members: [SampleUUID: Sample] = [:]

  /// Start, end, value, unit, source and, unless there is no room, UUID.
  func cells(of sample: Sample) throws(ModelError) -> [String] {
    let (value, unit) = try value(of: sample)
    let (start, end) = dates(of: sample)
    let source = sample.source.source
    let cells = [
      start, end, value, unit,
      isExact || source.name.isEmpty ? source.bundleIdentifier : source.name,
    ]
    return switch naming {
    case .full: cells + [sample.uuid.description]
    case .short: cells + [UUIDWord.short(sample.uuid)]
    case .none: cells
    }
  }

  var isExact: Bool { if case .exact = style { true } else { false } }

  /// For people the end is left out where it is the start, and its day where that is the start's.
  private func dates(of sample: Sample) -> (start: String, end: String) {
    let (start, end) = (sample.start, sample.end)
    switch style {
    case .exact:
      let text = { DateText(secondsSince2001: $0)?.text ?? "\($0)" }
      return (text(start), text(end))
    case .people(let dates):
      let first = dates.moment(of: start)
      guard end != start else { return (first, "") }
      let isSameDay = dates.day(of: start) == dates.day(of: end)
      return (first, isSameDay ? dates.time(of: end) : dates.moment(of: end))
    }
  }

  private func value(of sample: Sample) throws(ModelError) -> (value: String, unit: String) {
    switch sample.value {
    case .quantity(let quantity): return try text(of: quantity, sample.type)
    case .category(let value):
      let name = NamedNumbers.values(of: sample.type)?.name(of: value) ?? String(value)
      let span = sample.end - sample.start
      return (isExact || span == 0 ? name : "\(name), \(SpanText.short(of: span))", "")
    case .object(.correlation(let members)):
      if !isExact, let pressure = try pressure(members) { return pressure }
      return (counted(members.count, "sample"), "")
    case .object(.workout(let workout)): return try text(of: workout)
    case .object(.document(let document)): return (document.title, "")
    case .object(.details(let details)):
      return (Self.text(of: details, sample.type), "")
    case .object(.association), .object(.unknown): return ("", "")
    }
  }

  private func text(
    of quantity: Quantity, _ type: ObjectType
  ) throws(ModelError) -> (value: String, unit: String) {
    let target = units[type] ?? quantity.unit
    let value = try quantity.value(in: target)
    // What is converted has digits that nobody measured.
    let isMeasured = isExact || target == quantity.unit
    return (
      isMeasured ? JSONValue.number(value).text : NumberText.short(value),
      isExact ? target.unitString : target.readableString
    )
  }

  private func text(of workout: Workout) throws(ModelError) -> (value: String, unit: String) {
    let known = Int(exactly: workout.activity).flatMap(WorkoutActivityType.init)
    let name =
      NamedNumbers.workoutActivities.name(of: workout.activity)
      ?? String(workout.activity)
    guard !isExact else { return ("\(name) \(JSONValue.number(workout.duration).text)", "s") }
    var parts = [name, SpanText.short(of: workout.duration)]
    let totals = [
      (workout.totalDistance, (known ?? .other).distanceType),
      (workout.totalEnergyBurned, .activeEnergyBurned),
    ]
    for case (let total?, let type) in totals {
      let unit = units[type].flatMap { total.isCompatible(with: $0) ? $0 : nil } ?? total.unit
      parts.append("\(NumberText.short(try total.value(in: unit))) \(unit.readableString)")
    }
    return (parts.joined(separator: ", "), "")
  }

  /// The types in whose units a sample of a type is told.
  static func types(in type: ObjectType) -> [ObjectType] {
    type == .workout
      ? [.distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergyBurned] : [type]
  }

  /// A blood pressure as it is spoken: 111/86.
  private func pressure(_ members: Members) throws(ModelError) -> (value: String, unit: String)? {
    var values: [ObjectType: Double] = [:]
    for uuid in members.uuids {
      guard let member = self.members[uuid], case .quantity(let quantity) = member.value,
        quantity.isCompatible(with: .millimeterOfMercury)
      else { return nil }
      values[member.type] = try quantity.value(in: .millimeterOfMercury)
    }
    guard let upper = values[.bloodPressureSystolic], let lower = values[.bloodPressureDiastolic]
    else { return nil }
    return ("\(NumberText.short(upper))/\(NumberText.short(lower))", "mmHg")
  }
}
