internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// A workout session for people and programs.
struct WorkoutText {
  private let dates: LocalDateText
  private let isJSON: Bool
  private let now = WallClock.system.now
  /// What came of it, where that is to be told.
  var figures: WorkoutFigures?
  /// In which units people read that.
  var units: [ObjectType: Unit] = [:]
  /// How many samples belong to the workout that was saved.
  var members: Int?
  /// The watch that it goes on at; empty for this node.
  var watch = ""

  init(_ arguments: ParsedArguments) throws {
    dates = LocalDateText(zone: try ZoneChoice.zone(arguments))
    isJSON = arguments.has(.json)
  }

  /// The session that goes on: here, or else on a watch.
  ///
  /// - Throws: Where none does.
  static func current(in data: any OwnerAccess) async throws -> WatchWorkout {
    guard let workout = try await data.activeWorkout() else {
      throw ProgramFailure(
        .notFound, "cannot find the workout: none goes on",
        advice:
          "'dyad workout start running' begins one, 'dyad workout list' shows those that are over.")
    }
    return workout
  }

  /// The units in which people read what comes of an activity.
  static func units(
    of activity: WorkoutActivityType, in data: any OwnerAccess,
    isForPeople: Bool = Descriptor.standardOutput.isTerminal
  ) async throws -> [ObjectType: Unit] {
    try await data.unitsShown(
      of: [activity.distanceType, .activeEnergyBurned, .heartRate],
      isForPeople ? .forPeople : .metric)
  }

  func write(_ session: WorkoutSession, isSaved: Bool = false) throws {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(json(session))
    } else {
      for line in lines(session, isSaved: isSaved) { try output.writeLine(line) }
    }
    try output.flush()
  }

  /// Some lines: what it is, how long it lasts, what came of it.
  private func lines(_ session: WorkoutSession, isSaved: Bool) -> [String] {
    var rows = [("workout", title(session.plan)), ("state", state(session))]
    if !watch.isEmpty { rows.append(("watch", watch)) }
    if session.startDate != nil {
      rows.append(("active", SpanText.short(of: session.activeSeconds(at: now))))
    }
    if let leg = session.currentLeg, session.state != .ended {
      rows.append(("leg", title(leg.plan)))
    }
    let laps = session.moments.count { $0.kind == .lap }
    if laps > 0 { rows.append(("laps", "\(laps)")) }
    if let away = session.moments.last(where: { $0.kind == .recovered }) {
      rows.append(
        (
          "away",
          "the node began anew at \(dates.time(of: away.date)); before that it may have missed some"
        ))
    }
    rows += told(session.plan)
    if isSaved {
      rows.append(("saved", "\(session.uuid), with \(counted(members ?? 0, "sample"))"))
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + value
    }
  }

  private func title(_ plan: WorkoutPlan) -> String {
    var words = ["\(plan.activity)"]
    if plan.location != .unknown { words.append("\(plan.location)") }
    if let lap = plan.lapLength, let metres = try? lap.value(in: .meter()) {
      words.append("pool of \(NumberText.short(metres)) m")
    } else if plan.swimmingLocation == .openWater {
      words.append("open water")
    }
    return words.joined(separator: ", ")
  }

  private func state(_ session: WorkoutSession) -> String {
    let since = session.moments.last { $0.kind != .lap && $0.kind != .recovered }?.date
    let word = session.wasReplaced ? "ended by another workout" : session.state.word
    let whose = session.app.isEmpty ? "" : ", begun by \(session.app)"
    return since.map { "\(word) since \(dates.time(of: $0))\(whose)" } ?? word
  }

  private func told(_ plan: WorkoutPlan) -> [(String, String)] {
    guard let figures else { return [] }
    var rows: [(String, String)] = []
    for (name, type) in [
      ("distance", plan.activity.distanceType), ("energy", .activeEnergyBurned),
    ] {
      if let sum = figures.sums[type] { rows.append((name, amount(sum, type))) }
    }
    if let rate = figures.heartRate, let last = rate.mostRecent {
      var text = amount(last.value, .heartRate)
      if let average = rate.average, let top = rate.maximum {
        text += ", on average \(amount(average, .heartRate)), at most \(amount(top, .heartRate))"
      }
      rows.append(("heart rate", text))
    }
    return rows
  }

  private func amount(_ value: Double, _ type: ObjectType) -> String {
    let (shown, unit) = shown(value, type)
    return NumberText.short(shown) + (unit.map { " \($0.readableString)" } ?? "")
  }

  /// A value in the canonical unit of its type, in the unit in which it is shown.
  private func shown(_ value: Double, _ type: ObjectType) -> (value: Double, unit: Unit?) {
    guard let canonical = type.description?.canonicalUnit else { return (value, nil) }
    let unit = units[type] ?? canonical
    return (UnitConversion.remembered(from: canonical, to: unit).map { $0(value) } ?? value, unit)
  }

  private func json(_ session: WorkoutSession) -> JSONValue {
    var fields: [JSONValue.Member] = [
      .init("uuid", .string(session.uuid.description)),
      .init("activity", .string("\(session.plan.activity)")),
      .init("location", .string("\(session.plan.location)")),
      .init("state", .string("\(session.state)")),
      .init("active", .number(session.activeSeconds(at: now))),
    ]
    if !session.app.isEmpty { fields.append(.init("app", .string(session.app))) }
    if !watch.isEmpty { fields.append(.init("watch", .string(watch))) }
    fields.append(
      .init(
        "moments",
        .array(
          session.moments.map { moment in
            var fields: [JSONValue.Member] = [
              .init("kind", .string("\(moment.kind)")),
              .init("date", InstantJSON.value(of: moment.date)),
            ]
            if let leg = moment.leg {
              fields.append(.init("activity", .string("\(leg.plan.activity)")))
            }
            return .object(fields)
          })))
    var values = figures?.sums ?? [:]
    values[.heartRate] = figures?.heartRate?.mostRecent?.value
    for (type, value) in values.sorted(by: { $0.key < $1.key }) {
      let (shown, unit) = shown(value, type)
      fields.append(
        .init(
          type.name,
          .object([
            .init("value", .number(shown)), .init("unit", .string(unit?.unitString ?? "")),
          ])))
    }
    if let members { fields.append(.init("samples", .integer(Int64(members)))) }
    return .object(fields)
  }
}
