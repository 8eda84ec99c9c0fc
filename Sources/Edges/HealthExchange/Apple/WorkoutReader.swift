internal import HealthModel
internal import XMLCore

/// Reads a workout from its start to its end.
struct WorkoutReader {
  private var base: ImportRow
  private var workout: Workout
  /// What the export's own statistics say, in the units that the store has of types.
  private var told: [ObjectType: Double] = [:]
  /// What the metadata of events and legs takes.
  private var partBytes = 0

  /// Begins with the attributes; `nil` where they are no workout's, which is counted.
  init?(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ reader: inout RecordReader,
    _ context: inout ImportContext
  ) {
    do throws(RowProblem) {
      base = try reader.row(event, batch, &context)
    } catch {
      context.summary.lose("Workout", line: Int(event.line), error.problem, of: .workout)
      return nil
    }
    let name = batch.text(of: .workoutActivityType, in: event) ?? ""
    let activity = WorkoutText.activity(named: name)
    if activity == nil { context.summary.mend("a workout's activity is not known; it is 'other'") }
    let seconds = Self.quantity(.duration, .durationUnit, "min", event, batch).flatMap {
      try? Unit.convert($0.value, from: $0.unit, to: .second())
    }
    workout = Workout(
      activity: activity ?? Int64(WorkoutActivityType.other.rawValue),
      duration: seconds.flatMap { $0 >= 0 ? $0 : nil } ?? (base.end - base.start))
    // No distance is what a workout without one says, too.
    let distance = Self.quantity(.totalDistance, .totalDistanceUnit, "km", event, batch)
    if let distance, distance.value > 0 { setDistance(distance) }
    let energy = Self.quantity(
      .totalEnergyBurned, .totalEnergyBurnedUnit, "kcal", event, batch)
    if let energy, energy.value > 0 { setEnergy(energy) }
  }

  private static func quantity(
    _ name: AppleName, _ unitName: AppleName, _ usual: String, _ event: MarkupBatch.Event,
    _ batch: MarkupBatch
  ) -> Quantity? {
    guard let number = batch.value(of: name, in: event).flatMap({ DecimalReader.number($0) }),
      let unit = AppleUnit.unit(batch.text(of: unitName, in: event) ?? usual)
    else { return nil }
    return Quantity(number, unit)
  }

  private mutating func setDistance(_ quantity: Quantity) {
    if quantity.isCompatible(with: .meter()), quantity.value >= 0 {
      workout.totalDistance = quantity
    }
  }

  private mutating func setEnergy(_ quantity: Quantity) {
    if quantity.isCompatible(with: .kilocalorie), quantity.value >= 0 {
      workout.totalEnergyBurned = quantity
    }
  }

  /// Adds what happened at a moment; its metadata follows.
  mutating func addEvent(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) {
    let kind = WorkoutText.event(named: batch.text(of: .type, in: event) ?? "")
    let date = batch.value(of: .date, in: event).flatMap { context.dates.seconds($0) }
    guard let kind, let date, workout.events.count < Workout.mostEvents else {
      return context.summary.mend("an event of a workout without a kind or a date was left out")
    }
    var metadata: Metadata = [:]
    if let length = Self.quantity(.duration, .durationUnit, "min", event, batch),
      length.value > 0
    {
      // For the length of laps and segments events have no place of their own.
      metadata[Workout.Event.durationKey] = .quantity(length)
    }
    workout.events.append(
      Workout.Event(kind: kind, date: date, metadata: metadata))
  }

  /// Takes what an export of ours says of the event in an entry of metadata.
  mutating func addToEvent(_ own: OwnEntry) {
    guard let last = workout.events.indices.last else { return }
    switch own {
    case .start(let seconds) where seconds.rounded(.down) == workout.events[last].date:
      workout.events[last].date = seconds
    case .value(let key, let value): addToEvent(key, value)
    default: break
    }
  }

  mutating func addToEvent(_ key: String, _ value: MetadataValue) {
    guard let last = workout.events.indices.last, hasRoom(key, value) else { return }
    workout.events[last].metadata[key] = value
  }

  /// Adds an activity, whose metadata follows; whether it could be.
  mutating func addLeg(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) -> Bool {
    let start = batch.value(of: .startDate, in: event).flatMap { context.dates.seconds($0) }
    let end = batch.value(of: .endDate, in: event).flatMap { context.dates.seconds($0) }
    let uuid = batch.text(of: .uuid, in: event).flatMap { SampleUUID($0) }
    guard let uuid, let start, workout.legs.count < Workout.mostLegs,
      !workout.legs.contains(where: { $0.uuid == uuid })
    else {
      context.summary.mend("an activity of a workout that has no place in it was left out")
      return false
    }
    // What is done in it no export but ours says.
    workout.legs.append(
      Workout.Leg(uuid, activity: workout.activity, start: start, end: end ?? base.exactEnd))
    return true
  }

  /// Takes what an export of ours says of the activity in an entry of metadata.
  mutating func addToLeg(_ own: OwnEntry) {
    guard let last = workout.legs.indices.last else { return }
    switch own {
    case .start(let seconds) where seconds.rounded(.down) == workout.legs[last].start:
      workout.legs[last].start = seconds
    case .end(let seconds) where seconds.rounded(.down) == workout.legs[last].end:
      workout.legs[last].end = seconds
    case .activity(let name):
      workout.legs[last].activity = WorkoutText.activity(named: name) ?? workout.activity
    case .value(let key, let value): addToLeg(key, value)
    default: break
    }
  }

  mutating func addToLeg(_ key: String, _ value: MetadataValue) {
    guard let last = workout.legs.indices.last, hasRoom(key, value) else { return }
    workout.legs[last].metadata[key] = value
  }

  private mutating func hasRoom(_ key: String, _ value: MetadataValue) -> Bool {
    partBytes += key.utf8.count + value.byteCount
    return partBytes <= Workout.mostEventBytes / 2
  }

  /// Adds what newer exports write in place of totals.
  mutating func addStatistics(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) {
    let type = ObjectType(batch.text(of: .type, in: event) ?? "")
    guard let sum = Self.quantity(.sum, .unit, "count", event, batch), sum.value >= 0 else {
      return context.summary.leave("WorkoutStatistics without a sum")
    }
    if let canonical = type.description?.canonicalUnit,
      type.description?.aggregation == .cumulative,
      let conversion = UnitConversion.remembered(from: sum.unit, to: canonical)
    {
      told[type] = conversion(sum.value)
    }
    if type == .activeEnergyBurned {
      setEnergy(sum)
    } else if type == .swimmingStrokeCount {
      if sum.isCompatible(with: .count) { workout.totalSwimmingStrokeCount = sum }
    } else if type.name.hasPrefix("distance") {
      setDistance(sum)
    } else if told[type] == nil {
      context.summary.leave("WorkoutStatistics of other types")
    }
  }

  /// Takes what an export of ours says in an entry of metadata.
  mutating func add(_ own: OwnEntry, _ context: inout ImportContext) {
    if case .seconds(let seconds) = own {
      workout.duration = seconds
    } else {
      base.add(own, &context)
    }
  }

  /// Adds an entry of metadata, which stands in the workout twice.
  mutating func add(_ entry: (key: Int32, value: MetadataValue)) {
    base.add(entry)
  }

  /// The workout as a row, with its events and activities in order and none outside of it.
  func row(_ summary: inout ImportSummary) -> ImportRow? {
    let dates = base.exactStart...max(base.exactStart, base.exactEnd)
    var kept: [Workout.Event] = []
    var isPaused = false
    let pause = Int64(WorkoutEventType.pause.rawValue)
    let resume = Int64(WorkoutEventType.resume.rawValue)
    let ordered = workout.events.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }
    for (_, event) in ordered {
      let isTurn = event.kind == pause || event.kind == resume
      guard dates.contains(event.date),
        !isTurn || isPaused == (event.kind == resume)
      else {
        summary.mend("an event that does not fit its workout was left out")
        continue
      }
      if isTurn { isPaused.toggle() }
      kept.append(event)
    }
    var whole = workout
    whole.events = kept
    whole.legs = legs(in: dates, &summary)
    var row = base
    row.body = .workout(whole)
    do {
      try whole.check(in: dates)
      for (type, sum) in told {
        summary.tell(WorkoutSum(start: row.exactStart, end: row.exactEnd, sum: sum), of: type)
      }
    } catch {
      summary.lose("Workout", line: base.line, .refused(error.detail), of: .workout)
      return nil
    }
    return row
  }

  /// The activities that follow each other in the workout; none, where there is one that says no more than the workout.
  private func legs(
    in dates: ClosedRange<Double>, _ summary: inout ImportSummary
  ) -> [Workout.Leg] {
    var kept: [Workout.Leg] = []
    for leg in workout.legs.sorted(by: { $0.start < $1.start }) {
      guard leg.start >= kept.last?.end ?? dates.lowerBound, leg.start <= leg.end,
        leg.end <= dates.upperBound
      else {
        summary.mend("an activity of a workout that has no place in it was left out")
        continue
      }
      kept.append(leg)
    }
    if let leg = kept.first, kept.count == 1, leg.metadata.isEmpty,
      leg.activity == workout.activity,
      leg.start...leg.end == dates
    {
      return []
    }
    return kept
  }
}
