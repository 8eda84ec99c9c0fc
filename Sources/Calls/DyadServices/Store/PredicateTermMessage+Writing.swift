internal import HealthCodec
internal import HealthModel

extension PredicateTermMessage.Kind {
  /// Says a condition that is neither UUIDs nor joined of others.
  init?(_ predicate: Predicate) {
    switch predicate {
    case .uuid, .and, .or, .not: return nil
    case .constant(let flag): self = .constant(flag)
    case .start(let comparison, let seconds): self = .start(.init(comparison, seconds))
    case .end(let comparison, let seconds): self = .end(.init(comparison, seconds))
    case .quantity(let comparison, let quantity): self = .quantity(.init(comparison, quantity))
    case .category(let comparison, let value): self = .category(.init(comparison, value))
    case .hasMetadata(let key): self = .hasMetadata(key)
    case .metadata(let key, let comparison, let value):
      self = .metadata(.init(key, comparison, [value]))
    case .metadataIn(let key, let values): self = .metadata(.init(key, .equal, Array(values)))
    case .sources(let bundles):
      var set = TextSetMessage()
      set.texts = bundles.sorted()
      self = .sources(set)
    case .revisions(let revisions):
      var set = RevisionSetMessage()
      set.revisions = Self.encodable(revisions)
      self = .revisions(set)
    case .devices(let devices):
      var set = DeviceSetMessage()
      set.devices = Self.encodable(devices)
      self = .devices(set)
    case .deviceProperty(let property, let texts):
      var test = DevicePropertyTestMessage()
      test.property = UInt32(property.rawValue)
      test.texts = texts.sorted()
      self = .deviceProperty(test)
    case .workout(let field, let comparison, let value):
      var test = WorkoutTestMessage()
      test.isDuration = field == .duration
      test.comparison = ComparisonMessage(comparison)
      test.value = value
      self = .workout(test)
    case .workoutTotal(let total, let comparison, let quantity):
      self = .workoutTotal(.init(total, comparison, quantity))
    case .document(let field, let match, let text): self = .document(.init(field, match, text))
    case .memberOf(let workout): self = .workoutMember(workout.bytes)
    case .uncorrelated: self = .uncorrelated(true)
    }
  }

  /// The entries of a set as bytes.
  private static func encodable(_ values: Set<some HealthCodec.Message>) -> [[UInt8]] {
    // What has no message is saved nowhere, so leaving it out finds the same objects.
    values.compactMap { try? $0.encoded() }
  }
}

extension PredicateTermMessage {
  /// More UUIDs than a call takes, so that a set which is too large is refused and not cut.
  private static let mostUUIDs = 1 << 19

  /// Says which objects are meant, in more than one term where a field cannot hold them.
  static func terms(of set: UUIDSet) -> [PredicateTermMessage] {
    var uuids = set.others.sorted()
    for (base, counters) in set.numbered.sorted(by: { $0.key < $1.key }) {
      for interval in counters.intervals {
        let room = max(0, mostUUIDs - uuids.count)
        uuids += interval.prefix(room).map { SampleUUID(base: base, counter: $0) }
      }
    }
    let starts = stride(from: 0, to: max(1, uuids.count), by: StoreBounds.entries)
    let terms = starts.map { start in
      PredicateTermMessage(
        .uuids(SampleUUID.bytes(of: uuids.dropFirst(start).prefix(StoreBounds.entries))))
    }
    return terms.count == 1 ? terms : terms + [PredicateTermMessage(.anyOf(UInt32(terms.count)))]
  }
}

extension InstantTestMessage {
  fileprivate init(_ comparison: Comparison, _ seconds: Double) {
    self.init()
    self.comparison = ComparisonMessage(comparison)
    self.seconds = seconds
  }
}

extension QuantityTestMessage {
  fileprivate init(_ comparison: Comparison, _ quantity: Quantity) {
    self.init()
    self.comparison = ComparisonMessage(comparison)
    value = quantity.value
    unit = quantity.unit.unitString
  }
}

extension CategoryTestMessage {
  fileprivate init(_ comparison: Comparison, _ value: Int64) {
    self.init()
    self.comparison = ComparisonMessage(comparison)
    self.value = value
  }
}

extension MetadataTestMessage {
  fileprivate init(_ key: String, _ comparison: Comparison, _ values: [MetadataValue]) {
    self.init()
    self.key = key
    self.comparison = ComparisonMessage(comparison)
    self.values = values.map { MetadataEntryMessage($0) }
  }
}

extension WorkoutTotalTestMessage {
  fileprivate init(
    _ total: Workout.Total, _ comparison: Comparison, _ quantity: Quantity
  ) {
    self.init()
    switch total {
    case .energyBurned: self.total = 1
    case .distance: self.total = 2
    case .swimmingStrokeCount: self.total = 3
    }
    self.comparison = ComparisonMessage(comparison)
    value = UnitValueMessage(quantity)
  }
}

extension DocumentTestMessage {
  fileprivate init(
    _ field: Document.Field, _ match: Predicate.TextMatch, _ text: String
  ) {
    self.init()
    switch field {
    case .title: property = 1
    case .patientName: property = 2
    case .authorName: property = 3
    case .custodianName: property = 4
    }
    contains = match == .contains
    self.text = text
  }
}
