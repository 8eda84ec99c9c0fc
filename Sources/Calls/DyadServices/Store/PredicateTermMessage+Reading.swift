internal import HealthCodec
internal import HealthModel

extension PredicateTermMessage {
  /// The condition of a term that joins none.
  func condition(in term: String) throws(StoreWireError) -> Predicate {
    switch kind {
    case nil: throw StoreWireError(term, "a term of a kind that is not known")
    case .allOf, .anyOf, .negation: throw StoreWireError(term, "the term is no condition")
    case .constant(let flag): return .constant(flag)
    case .uuids(let bytes):
      return .uuid(UUIDSet(try SampleUUID.list(bytes, in: "\(term).uuids")))
    case .start(let test):
      return .start(
        try Comparison(test.comparison, in: "\(term).start"),
        try StoreWireError.finite(test.seconds, in: "\(term).start.seconds"))
    case .end(let test):
      return .end(
        try Comparison(test.comparison, in: "\(term).end"),
        try StoreWireError.finite(test.seconds, in: "\(term).end.seconds"))
    case .quantity(let test):
      return .quantity(
        try Comparison(test.comparison, in: "\(term).quantity"),
        Quantity(
          try StoreWireError.finite(test.value, in: "\(term).quantity.value"),
          try StoreWireError.unit(test.unit, in: "\(term).quantity.unit")))
    case .category(let test):
      return .category(try Comparison(test.comparison, in: "\(term).category"), test.value)
    case .hasMetadata(let key): return .hasMetadata(key: try Self.key(key, in: term))
    case .metadata(let test): return try test.condition(in: "\(term).metadata")
    case .sources(let set):
      return .sources(
        bundleIdentifiers: try StoreWireError.texts(set.texts, in: "\(term).sources"))
    case .revisions(let set):
      return .revisions(try SourceRevision.set(set.revisions, in: "\(term).revisions"))
    case .devices(let set): return .devices(try Device.set(set.devices, in: "\(term).devices"))
    case .deviceProperty(let test): return try test.condition(in: "\(term).device_property")
    case .workout(let test):
      return .workout(
        test.isDuration ? .duration : .activity,
        try Comparison(test.comparison, in: "\(term).workout"),
        try StoreWireError.finite(test.value, in: "\(term).workout.value"))
    case .workoutTotal(let test): return try test.condition(in: "\(term).workout_total")
    case .document(let test): return try test.condition(in: "\(term).document")
    case .workoutMember(let bytes):
      return .memberOf(workout: try SampleUUID(bytes, in: "\(term).workout_member"))
    case .uncorrelated(let flag):
      guard flag else { throw StoreWireError("\(term).uncorrelated", "it has to be true") }
      return .uncorrelated
    }
  }

  fileprivate static func key(_ key: String, in field: String) throws(StoreWireError) -> String {
    try StoreWireError.text(key, in: "\(field).key", atMost: MetadataKey.mostKeyBytes)
  }
}

extension MetadataTestMessage {
  fileprivate func condition(in field: String) throws(StoreWireError) -> Predicate {
    let key = try PredicateTermMessage.key(key, in: field)
    let comparison = try Comparison(comparison, in: field)
    try StoreWireError.check(values.count, in: "\(field).values")
    var found: Set<MetadataValue> = []
    for value in values { found.insert(try MetadataValue(value, in: "\(field).values")) }
    if values.count == 1, let value = found.first {
      return .metadata(key: key, comparison, value)
    }
    guard comparison == .equal else {
      throw StoreWireError("\(field).values", "it compares with one value, not \(values.count)")
    }
    return .metadataIn(key: key, found)
  }
}

extension DevicePropertyTestMessage {
  fileprivate func condition(in field: String) throws(StoreWireError) -> Predicate {
    guard let property = Device.Property(rawValue: Int(property)) else {
      throw StoreWireError("\(field).property", "devices have no such property")
    }
    return .deviceProperty(property, try StoreWireError.texts(texts, in: "\(field).texts"))
  }
}

extension WorkoutTotalTestMessage {
  fileprivate func condition(in field: String) throws(StoreWireError) -> Predicate {
    let total: Workout.Total
    switch self.total {
    case 1: total = .energyBurned
    case 2: total = .distance
    case 3: total = .swimmingStrokeCount
    default: throw StoreWireError("\(field).total", "workouts have no such total")
    }
    return .workoutTotal(
      total, try Comparison(comparison, in: field), try Quantity(value, in: field))
  }
}

extension DocumentTestMessage {
  fileprivate func condition(in field: String) throws(StoreWireError) -> Predicate {
    let found: Document.Field
    switch property {
    case 1: found = .title
    case 2: found = .patientName
    case 3: found = .authorName
    case 4: found = .custodianName
    default: throw StoreWireError("\(field).property", "documents have no such text")
    }
    return .document(
      found, contains ? .contains : .equals,
      try StoreWireError.text(text, in: "\(field).text"))
  }
}
