internal import CommandSupport
internal import HealthModel
internal import TextFormats

extension SampleReader {
  /// Reads the members of a correlation: samples of their own, or the type and UUID of one that is
  /// stored already or stands elsewhere in the same input.
  mutating func correlation(
    _ fields: inout ObjectFields, _ surroundings: Surroundings, _ entry: inout SaveEntry
  ) throws(FieldError) -> Body {
    let path = fields.path(of: "members")
    let advice = "Write a list of samples, or of {\"type\":...,\"uuid\":...} for stored ones."
    guard let list = try fields.require("members", advice: advice).arrayValue else {
      throw FieldError(path, "it is no list", advice: advice)
    }
    guard (1...Members.most).contains(list.count) else {
      throw FieldError(path, "it has none or more than \(Members.most)", advice: advice)
    }
    var members = Members()
    var dates: (start: Double, end: Double)?
    for (index, value) in list.enumerated() {
      let place = "\(path)[\(index)]"
      if let stored = try reference(value, at: place) {
        members.append(stored.uuid, of: stored.type)
        continue
      }
      let member = try read(value, at: place, in: surroundings, into: &entry)
      guard case .quantity = member.value else {
        throw FieldError("\(place).type", "a correlation holds quantities only")
      }
      members.append(member.uuid, of: member.type)
      dates = (
        min(dates?.start ?? member.start, member.start), max(dates?.end ?? member.end, member.end)
      )
    }
    return Body(
      value: .object(.correlation(members)), fieldNames: "members", start: dates?.start,
      end: dates?.end)
  }

  private mutating func reference(
    _ value: JSONValue, at path: String
  ) throws(FieldError) -> (type: ObjectType, uuid: SampleUUID)? {
    guard value["value"] == nil, value["members"] == nil, value["uuid"] != nil else { return nil }
    var fields = try ObjectFields(value, at: path)
    let description = try type(&fields)
    guard let uuid = try uuid(&fields) else { return nil }
    try fields.finish("type, uuid, or those of a sample")
    return (description.type, uuid)
  }

  /// Reads the fields of a workout.
  mutating func workout(
    _ fields: inout ObjectFields, _ surroundings: Surroundings
  ) throws(FieldError) -> Body {
    let activity = try fields.require(
      "activity", advice: "Write it like \"activity\":\"running\".")
    let events = try fields.take("events").map { value throws(FieldError) in
      try self.events(value, at: fields.path(of: "events"))
    }
    let given = try fields.number("duration")
    let active = surroundings.end.flatMap { end in
      surroundings.start.map { Workout.activeSeconds(from: $0, to: end, events ?? []) }
    }
    guard let duration = given ?? active else {
      throw FieldError(
        fields.path(of: "duration"), "it is missing, and so is the end",
        advice: "Write the duration in seconds, or \"end\".")
    }
    let span = surroundings.end.flatMap { end in surroundings.start.map { end - $0 } }
    // A clock that is read twice may be off by one.
    if let given, let span, given > span + 1, !isForced {
      throw FieldError(
        fields.path(of: "duration"), "it is longer than from the start to the end",
        advice: "Write it in seconds, or leave it out; --force saves it anyhow.")
    }
    var workout = Workout(
      activity: try NamedNumbers.workoutActivities.number(
        from: activity, at: fields.path(of: "activity")), duration: duration,
      events: events ?? [])
    if let legs = fields.take("legs") {
      workout.legs = try self.legs(legs, at: fields.path(of: "legs"))
    }
    workout.totalEnergyBurned = try total("energy", like: .activeEnergyBurned, &fields)
    workout.totalDistance = try total("distance", like: .distanceCycling, &fields)
    workout.totalSwimmingStrokeCount = try total("strokes", like: .swimmingStrokeCount, &fields)
    // What was not active by the last event comes after it.
    let end = surroundings.start.map { start in
      let last = workout.events.last?.date ?? start
      let active = Workout.activeSeconds(from: start, to: last, workout.events)
      return last + max(0, duration - active)
    }
    return Body(
      value: .object(.workout(workout)),
      fieldNames: "activity, duration, energy, distance, strokes, events, legs",
      end: end)
  }

  /// One of the totals, which may be what samples of a type may be.
  private func total(
    _ name: String, like type: ObjectType, _ fields: inout ObjectFields
  ) throws(FieldError) -> Quantity? {
    guard let value = fields.take(name) else { return nil }
    let path = fields.path(of: name)
    // Strokes are counted, so the unit goes without saying.
    let total =
      if name == "strokes", let count = value.number {
        Quantity(count, .count)
      } else {
        try QuantityJSON.quantity(from: value, at: path)
      }
    if let description = type.description {
      try PlausibleQuantity.check(
        total, of: description, as: "total \(name)", at: path, isForced: isForced)
    }
    return total
  }

  private mutating func legs(
    _ value: JSONValue, at path: String
  ) throws(FieldError) -> [Workout.Leg] {
    let advice =
      "Write it like [{\"activity\":\"swimming\",\"start\":\"2026-11-21T08:00:00Z\","
      + "\"end\":\"2026-11-21T08:20:00Z\"}]."
    guard let list = value.arrayValue else {
      throw FieldError(path, "it is no list", advice: advice)
    }
    var legs: [Workout.Leg] = []
    for (index, value) in list.enumerated() {
      var fields = try ObjectFields(value, at: "\(path)[\(index)]")
      let activity = try fields.require("activity", advice: advice)
      guard let start = try fields.instant("start"), let end = try fields.instant("end") else {
        throw FieldError(fields.path(of: "end"), "start or end is missing", advice: advice)
      }
      var leg = Workout.Leg(
        try uuid(&fields) ?? newUUID(of: .workout),
        activity: try NamedNumbers.workoutActivities.number(
          from: activity, at: fields.path(of: "activity")), start: start, end: end)
      if let metadata = fields.take("metadata") {
        leg.metadata = try MetadataJSON.metadata(
          from: metadata, at: fields.path(of: "metadata"))
      }
      try fields.finish("activity, start, end, uuid, metadata")
      legs.append(leg)
    }
    return legs
  }

  private func events(
    _ value: JSONValue, at path: String
  ) throws(FieldError) -> [Workout.Event] {
    let advice = "Write it like [{\"kind\":\"pause\",\"date\":\"2026-11-21T08:00:00Z\"}]."
    guard let list = value.arrayValue else {
      throw FieldError(path, "it is no list", advice: advice)
    }
    var events: [Workout.Event] = []
    for (index, value) in list.enumerated() {
      var fields = try ObjectFields(value, at: "\(path)[\(index)]")
      let kind = try fields.require("kind", advice: advice)
      guard let date = try fields.instant("date") else {
        throw FieldError(fields.path(of: "date"), "it is missing", advice: advice)
      }
      var event = Workout.Event(
        kind: try NamedNumbers.workoutEvents.number(from: kind, at: fields.path(of: "kind")),
        date: date)
      if let metadata = fields.take("metadata") {
        event.metadata = try MetadataJSON.metadata(
          from: metadata, at: fields.path(of: "metadata"))
      }
      try fields.finish("kind, date, metadata")
      events.append(event)
    }
    return events
  }
}
