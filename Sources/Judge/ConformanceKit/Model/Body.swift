package import ConformanceWire

/// Bodies of objects: values of the type ObjectBody.
package enum Body {
  /// The most members, and the most events and legs, that a run has.
  package static let most = 65_536
  /// The most numbers that the series of a run have.
  package static let mostNumbers = 262_144

  /// A correlation of samples.
  package static func correlation(_ members: [(type: String, uuid: UUID)]) -> Value {
    ["correlation": self.members(members)]
  }

  /// Samples that were added to a workout.
  package static func association(
    _ container: UUID, _ members: [(type: String, uuid: UUID)]
  ) -> Value {
    ["association": ["container": .bytes(container.bytes), "members": self.members(members)]]
  }

  /// A workout with some events of kind 1 (pause).
  package static func workout(
    activity: Int64, duration: Double, energy: Double? = nil, events: [Double] = [],
    eventMetadata: [[String: Sample.Metadatum]] = [], legs: [Value] = []
  ) -> Value {
    var workout: Value = ["activity": .integer(activity), "duration": .double(duration)]
    if let energy { workout["total_energy_burned"] = ["value": .double(energy), "unit": "kcal"] }
    if !events.isEmpty {
      workout["event_count"] = .integer(Int64(events.count))
      workout["event_kinds"] = Column.ints(events.map { _ in 1 })
      workout["event_dates"] = Column.times(events)
    }
    let metadata = Metadata.columns(eventMetadata)
    if !metadata.items.isEmpty { workout["event_metadata"] = metadata }
    if !legs.isEmpty { workout["legs"] = .list(legs) }
    return ["workout": workout]
  }

  /// One activity of a workout that has several: a WorkoutLeg.
  package static func leg(
    _ uuid: UUID, activity: Int64, from start: Double, to end: Double,
    _ metadata: [String: Sample.Metadatum] = [:]
  ) -> Value {
    [
      "uuid": .bytes(uuid.bytes), "activity": .integer(activity), "start": .double(start),
      "end": .double(end), "metadata": Metadata.columns([metadata]),
    ]
  }

  /// A document of so many bytes.
  package static func document(title: String, byteCount: Int) -> Value {
    [
      "document": [
        "title": .text(title), "patient_name": "A", "author_name": "B", "custodian_name": "C",
        "byte_count": .integer(Int64(byteCount)),
      ]
    ]
  }

  /// Values and series, each by its name.
  package static func details(
    values: [String: Sample.Metadatum] = [:], series: [(name: String, numbers: [Double])]
  ) -> Value {
    let all = series.map { name, numbers -> Value in
      [
        "name": .text(name), "count": .integer(Int64(numbers.count)),
        "numbers": Column.doubles(numbers),
      ]
    }
    return ["details": ["values": Metadata.columns([values]), "series": .list(all)]]
  }

  /// As a Members.
  package static func members(_ members: [(type: String, uuid: UUID)]) -> Value {
    let (types, indexes) = Distinct.of(members.map(\.type))
    return [
      "count": .integer(Int64(members.count)), "types": Value(types),
      "type_indexes": Column.ints(indexes), "uuids": Column.uuids(members.map(\.uuid)),
    ]
  }

  /// Reads a Members.
  package static func members(
    _ value: Value, most: Int = most
  ) throws(ModelError) -> [(type: String, uuid: UUID)] {
    guard let count = Int(exactly: value["count"].word), count <= most else {
      throw ModelError("count", "there are more than \(most) members")
    }
    let types = try Texts.distinct(value, "types", most: count)
    let indexes = try Column.places(value, "type_indexes", rows: count, below: types.count)
    let uuids = try Column.uuids(value, "uuids", rows: count)
    return zip(indexes, uuids).map { (types[$0], $1) }
  }

  /// What the bodies of a run may have yet, in all.
  package struct Budget {
    package var members = Body.most
    package var events = Body.most
    package var numbers = Body.mostNumbers
    package var entries: Int

    /// With as many entries of metadata as a message has, or as are left of them.
    package init(entries: Int = Vector.mostIntervals) { self.entries = entries }
  }

  /// Checks a body by every rule; one of a kind that nobody knows has none.
  package static func check(_ body: Value, _ budget: inout Budget) throws(ModelError) {
    if body["correlation"].isPresent {
      budget.members -= try members(body["correlation"], most: budget.members).count
    } else if body["association"].isPresent {
      let association = body["association"]
      guard association["container"].data.count == 16 else {
        throw ModelError("container", "it has no sixteen bytes")
      }
      budget.members -= try members(association["members"], most: budget.members).count
    } else if body["workout"].isPresent {
      try checkWorkout(body["workout"], &budget)
    } else if body["details"].isPresent {
      _ = try details(body["details"], &budget)
    } else if body["document"].isPresent {
      for field in ["title", "patient_name", "author_name", "custodian_name"] {
        _ = try Texts.text(body["document"], field)
      }
    }
  }

  /// Reads a Details: its values, and its series in the order in which they come.
  package static func details(
    _ details: Value, _ budget: inout Budget
  ) throws(ModelError) -> (
    values: [String: Sample.Metadatum], series: [(name: String, numbers: [Double])]
  ) {
    let values = try entries(details, "values", &budget)
    var names: Set<String> = []
    var series: [(name: String, numbers: [Double])] = []
    for one in details["series"].items {
      guard let count = Int(exactly: one["count"].word), count <= budget.numbers else {
        throw ModelError("count", "there are more than \(mostNumbers) numbers")
      }
      budget.numbers -= count
      let name = try Texts.text(one, "name")
      guard names.insert(name).inserted else {
        throw ModelError("name", "two series have one name")
      }
      let numbers = try Column.doubles(one, "numbers", rows: count)
      guard numbers.allSatisfy(\.isFinite) else { throw ModelError("numbers", "not finite") }
      series.append((name, numbers))
    }
    return (values, series)
  }

  /// Reads a Details by itself.
  package static func details(
    _ details: Value
  ) throws(ModelError) -> (
    values: [String: Sample.Metadatum], series: [(name: String, numbers: [Double])]
  ) {
    var budget = Budget()
    return try self.details(details, &budget)
  }

  /// Reads columns of one row.
  package static func entries(
    _ value: Value, _ field: String, _ budget: inout Budget
  ) throws(ModelError) -> [String: Sample.Metadatum] {
    let columns = value[field].items
    let entries = try Metadata.read(columns, rows: 1, budget: &budget.entries)[0]
    guard entries.count == columns.count else { throw ModelError(field, "one has no row") }
    return entries
  }

  private static func checkWorkout(_ workout: Value, _ budget: inout Budget) throws(ModelError) {
    guard workout["duration"].real.isFinite else {
      throw ModelError("duration", "it is not finite")
    }
    for field in ["total_energy_burned", "total_distance", "total_swimming_stroke_count"]
    where !workout[field]["value"].real.isFinite {
      throw ModelError(field, "it is not finite")
    }
    let legs = workout["legs"].items
    guard let count = Int(exactly: workout["event_count"].word), count <= Body.most,
      count + legs.count <= budget.events
    else { throw ModelError("event_count", "there are more events than there may be") }
    budget.events -= count + legs.count
    var uuids: Set<[UInt8]> = []
    for leg in legs {
      let uuid = leg["uuid"].data
      guard uuid.count == 16, uuids.insert(uuid).inserted else {
        throw ModelError("legs.uuid", "it has no sixteen bytes, or stands there twice")
      }
      let (start, end) = (leg["start"].real, leg["end"].real)
      guard Column.years.contains(start), Column.years.contains(end), start <= end else {
        throw ModelError("legs.start", "it begins and ends at no instants")
      }
      _ = try entries(leg, "metadata", &budget)
    }
    _ = try Column.ints(workout, "event_kinds", rows: count)
    _ = try Column.times(workout, "event_dates", rows: count)
    _ = try Metadata.read(workout["event_metadata"].items, rows: count, budget: &budget.entries)
  }
}
