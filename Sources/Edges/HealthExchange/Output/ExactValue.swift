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

  static func json(_ quantity: Quantity) -> JSONValue {
    .object([
      .init("value", .number(quantity.value)), .init("unit", .string(quantity.unit.unitString)),
    ])
  }

  /// All of it, in the order of its keys.
  package static func json(_ metadata: Metadata) -> JSONValue {
    .object(metadata.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) })
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

  /// The legs of a workout.
  static func json(_ legs: [Workout.Leg], _ dates: inout DateWriter) -> JSONValue {
    .array(
      legs.map { leg in
        let activity = Int(exactly: leg.activity).flatMap { WorkoutActivityType(rawValue: $0) }
        var fields: [JSONValue.Member] = [
          .init("activity", activity.map { .string("\($0)") } ?? .integer(leg.activity)),
          .init("start", .string(dates.text(leg.start))),
          .init("end", .string(dates.text(leg.end))),
          .init("uuid", .string(leg.uuid.description)),
        ]
        if !leg.metadata.isEmpty { fields.append(.init("metadata", json(leg.metadata))) }
        return .object(fields)
      })
  }

  /// The events of a workout.
  static func json(_ events: [Workout.Event], _ dates: inout DateWriter) -> JSONValue {
    .array(
      events.map { event in
        let kind = Int(exactly: event.kind).flatMap { WorkoutEventType(rawValue: $0) }
        var fields: [JSONValue.Member] = [
          .init("kind", kind.map { .string("\($0)") } ?? .integer(event.kind)),
          .init("date", .string(dates.text(event.date))),
        ]
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
