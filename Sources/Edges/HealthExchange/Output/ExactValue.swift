package import HealthModel
package import TextFormats

/// Metadata as JSON that tells all kinds of values apart.
package enum ExactValue {
  /// The value as JSON.
  static func json(_ value: MetadataValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .bool(let flag): .bool(flag)
    // A whole one would be read as an integer.
    case .double(let number): .object([.init("number", .number(number))])
    case .date(let seconds): .object([.init("since2001", .number(seconds))])
    case .quantity(let quantity): json(quantity)
    }
  }

  /// The value that JSON tells of; `nil` where it tells of none.
  static func value(_ json: JSONValue) -> MetadataValue? {
    switch json {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .bool(let flag): return .bool(flag)
    case .object:
      if let number = json["number"]?.double { return .double(number) }
      if let seconds = json["since2001"]?.double { return .date(seconds) }
      guard let number = json["value"]?.double, let text = json["unit"]?.stringValue,
        let unit = Unit.remembered(text)
      else { return nil }
      return .quantity(Quantity(number, unit))
    default: return nil
    }
  }

  /// A date for people, with its seconds since 2001 where the text does not say the same to the last bit.
  private static func date(
    _ seconds: Double, as name: String, _ dates: inout DateWriter
  ) -> [JSONValue.Member] {
    let text = dates.text(seconds)
    let isExact = (try? DateText(parsing: text))?.secondsSince2001.bitPattern == seconds.bitPattern
    return [.init(name, .string(text))]
      + (isExact ? [] : [.init("\(name)Since2001", .number(seconds))])
  }

  private static func date(_ name: String, in json: JSONValue) -> Double? {
    let seconds =
      json["\(name)Since2001"]?.double
      ?? json[name]?.stringValue.flatMap { try? DateText(parsing: $0) }?.secondsSince2001
    return seconds.flatMap { Instant.permitted.contains($0) ? $0 : nil }
  }

  static func json(_ quantity: Quantity) -> JSONValue {
    .object([
      .init("value", .number(quantity.value)), .init("unit", .string(quantity.unit.unitString)),
    ])
  }

  /// All of it, in the order of its keys.
  package static func json(_ metadata: Metadata) -> JSONValue {
    .object(metadata.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) })
  }

  /// The metadata that JSON tells of; what is none of it is left out.
  static func metadata(_ json: JSONValue?) -> Metadata {
    var metadata: Metadata = [:]
    for member in json?.objectValue ?? [] {
      guard let value = value(member.value), (try? MetadataKey.check(member.name, value)) != nil
      else { continue }
      metadata[member.name] = value
    }
    return metadata
  }

  /// Values and series, in the order of their names; instants are seconds since 2001.
  static func json(_ details: Details) -> JSONValue {
    let values = details.values.sorted { $0.key < $1.key }.map { name, value in
      JSONValue.Member(name, json(value))
    }
    let series = details.series.sorted { $0.key < $1.key }.map { name, numbers in
      JSONValue.Member(name, .array(numbers.map { .number($0) }))
    }
    return .object(values + series)
  }

  /// The values and series that JSON tells of; `nil` where one of them is none.
  static func details(_ json: JSONValue) -> Details? {
    guard let members = json.objectValue else { return nil }
    var details = Details()
    for member in members {
      if let numbers = member.value.arrayValue {
        let series = numbers.compactMap(\.double)
        guard series.count == numbers.count else { return nil }
        details.series[member.name] = series
      } else {
        guard let value = value(member.value) else { return nil }
        details.values[member.name] = value
      }
    }
    return details
  }

  /// The legs of a workout.
  static func json(_ legs: [Workout.Leg], _ dates: inout DateWriter) -> JSONValue {
    .array(
      legs.map { leg in
        let activity = Int(exactly: leg.activity).flatMap { WorkoutActivityType(rawValue: $0) }
        var fields: [JSONValue.Member] = [
          .init("activity", activity.map { .string("\($0)") } ?? .integer(leg.activity))
        ]
        fields += date(leg.start, as: "start", &dates) + date(leg.end, as: "end", &dates)
        fields.append(.init("uuid", .string(leg.uuid.description)))
        if !leg.metadata.isEmpty { fields.append(.init("metadata", json(leg.metadata))) }
        return .object(fields)
      })
  }

  /// The legs that JSON tells of; `nil` where one of them is none.
  static func legs(_ json: JSONValue) -> [Workout.Leg]? {
    var legs: [Workout.Leg] = []
    for leg in json.arrayValue ?? [] {
      guard let uuid = leg["uuid"]?.stringValue.flatMap({ SampleUUID($0) }),
        let start = date("start", in: leg), let end = date("end", in: leg),
        let activity = number(leg["activity"], as: WorkoutActivityType.self)
      else { return nil }
      legs.append(
        Workout.Leg(
          uuid, activity: activity, start: start, end: end, metadata: metadata(leg["metadata"])))
    }
    return legs
  }

  /// The events that JSON tells of; `nil` where one of them is none.
  static func events(_ json: JSONValue) -> [Workout.Event]? {
    var events: [Workout.Event] = []
    for event in json.arrayValue ?? [] {
      guard let date = date("date", in: event),
        let kind = number(event["kind"], as: WorkoutEventType.self)
      else { return nil }
      events.append(Workout.Event(kind: kind, date: date, metadata: metadata(event["metadata"])))
    }
    return events
  }

  /// The number of a case that JSON names, or of one that has no name yet.
  private static func number<Case: CaseIterable & RawRepresentable<Int>>(
    _ json: JSONValue?, as type: Case.Type
  ) -> Int64? {
    guard let name = json?.stringValue else { return json?.integerValue }
    return Case.allCases.first { "\($0)" == name }.map { Int64($0.rawValue) }
  }

  /// The events of a workout.
  static func json(_ events: [Workout.Event], _ dates: inout DateWriter) -> JSONValue {
    .array(
      events.map { event in
        let kind = Int(exactly: event.kind).flatMap { WorkoutEventType(rawValue: $0) }
        var fields: [JSONValue.Member] = [
          .init("kind", kind.map { .string("\($0)") } ?? .integer(event.kind))
        ]
        fields += date(event.date, as: "date", &dates)
        if !event.metadata.isEmpty { fields.append(.init("metadata", json(event.metadata))) }
        return .object(fields)
      })
  }
}

extension JSONValue {
  /// The number, however it is written.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
