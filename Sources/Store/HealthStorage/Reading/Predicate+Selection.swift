internal import HealthModel

extension Predicate {
  /// The rows of `run` that match.
  func selection(in run: SampleRun) -> Selection {
    switch self {
    case .constant(let flag): Selection(repeating: flag, count: run.count)
    case .uuid(let set): Selection(run.uuids.map { set.contains($0) })
    case .start(let comparison, let date): Self.compare(run.starts, comparison, date)
    case .end(let comparison, let date): Self.compare(run.ends, comparison, date)
    case .quantity(let comparison, let quantity): Self.compare(run, comparison, quantity)
    case .category(let comparison, let value):
      if case .category(let values) = run.payload {
        Selection(values.map { comparison.holds($0, value) })
      } else {
        Selection(repeating: false, count: run.count)
      }
    case .hasMetadata(let key): Self.metadata(run, key) { _ in true }
    case .metadata(let key, let comparison, let value):
      Self.metadata(run, key) { $0.holds(comparison, value) }
    case .metadataIn(let key, let values): Self.metadata(run, key, in: values)
    case .sources(let bundles):
      Self.spread(run.sources) { bundles.contains($0.source.bundleIdentifier) }
    case .revisions(let revisions): Self.spread(run.sources) { revisions.contains($0) }
    case .devices(let devices):
      Self.spread(run.devices) { device in device.map { devices.contains($0) } ?? false }
    case .deviceProperty(let property, let values):
      Self.spread(run.devices) { device in
        guard let device else { return false }
        return device[property].map { values.contains($0) } ?? values.isEmpty
      }
    case .workout, .workoutTotal, .document: Self.objects(run) { self.holds($0) }
    case .and(let parts):
      parts.reduce(into: Selection(repeating: true, count: run.count)) {
        $0.formIntersection($1.selection(in: run))
      }
    case .or(let parts):
      parts.reduce(into: Selection(repeating: false, count: run.count)) {
        $0.formUnion($1.selection(in: run))
      }
    case .not(let part): Self.inverted(part.selection(in: run))
    case .memberOf, .uncorrelated: preconditionFailure("resolved before columns are looked at")
    }
  }

  private static func inverted(_ selection: Selection) -> Selection {
    var selection = selection
    selection.invert()
    return selection
  }

  private static func compare(
    _ column: [Double], _ comparison: Comparison, _ bound: Double
  ) -> Selection {
    // One loop per operator, so that each is a plain comparison of columns.
    switch comparison {
    case .less: Selection(column.map { $0 < bound })
    case .lessOrEqual: Selection(column.map { $0 <= bound })
    case .equal: Selection(column.map { $0 == bound })
    case .notEqual: Selection(column.map { $0 != bound })
    case .greaterOrEqual: Selection(column.map { $0 >= bound })
    case .greater: Selection(column.map { $0 > bound })
    }
  }

  private static func compare(
    _ run: SampleRun, _ comparison: Comparison, _ bound: Quantity
  ) -> Selection {
    if case .quantity(let values, let units) = run.payload, units.values == [bound.unit] {
      return compare(values, comparison, bound.value)
    }
    var flags = [Bool](repeating: false, count: run.count)
    if case .quantity(let values, let units) = run.payload {
      units.forEachRun { unit, rows in
        guard let conversion = UnitConversion.remembered(from: unit, to: bound.unit) else { return }
        for row in rows { flags[row] = comparison.holds(conversion(values[row]), bound.value) }
      }
    }
    return Selection(flags)
  }

  private static func metadata(
    _ run: SampleRun, _ key: String, _ matches: (MetadataValue) -> Bool
  ) -> Selection {
    var flags = [Bool](repeating: false, count: run.count)
    if let column = run.metadata.first(where: { $0.key == key }) {
      column.values.forEachRun { value, entries in
        guard matches(value) else { return }
        for entry in entries { flags[column.rows[entry]] = true }
      }
    }
    return Selection(flags)
  }

  private static func spread<Value>(
    _ column: DictionaryColumn<Value>, _ matches: (Value) -> Bool
  ) -> Selection {
    let hits = column.values.map(matches)
    var flags: [Bool] = []
    flags.reserveCapacity(column.count)
    var start = 0
    for (index, end) in zip(column.runIndexes, column.runEnds) {
      flags.append(contentsOf: repeatElement(hits[index], count: end - start))
      start = end
    }
    return Selection(flags)
  }

  private static func objects(
    _ run: SampleRun, _ matches: (ObjectBody) -> Bool
  ) -> Selection {
    guard case .objects(let bodies) = run.payload else {
      return Selection(repeating: false, count: run.count)
    }
    return Selection(bodies.map(matches))
  }

  private func holds(_ body: ObjectBody) -> Bool {
    switch (self, body) {
    case (.workout(.activity, let comparison, let value), .workout(let workout)):
      return comparison.holds(Double(workout.activity), value)
    case (.workout(.duration, let comparison, let value), .workout(let workout)):
      return comparison.holds(workout.duration, value)
    case (.workoutTotal(let total, let comparison, let bound), .workout(let workout)):
      guard let value = try? workout[total]?.value(in: bound.unit) else { return false }
      return comparison.holds(value, bound.value)
    case (.document(let field, let match, let text), .document(let document)):
      let found = document[field]
      switch match {
      case .equals: return found == text
      case .contains: return text.isEmpty || found.contains(text)
      }
    default: return false
    }
  }
}

extension Predicate {
  /// The rows whose value is one of many: texts are looked up, and a number may equal one of another kind.
  private static func metadata(
    _ run: SampleRun, _ key: String, in values: Set<MetadataValue>
  ) -> Selection {
    lazy var texts = Set(values.compactMap(\.text))
    return metadata(run, key) { found in
      found.text.map { texts.contains($0) } ?? values.contains { found.holds(.equal, $0) }
    }
  }
}

extension MetadataValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Whether the value stands so to `other`; numbers of different kinds compare as numbers, anything
  /// else of different kinds never matches.
  fileprivate func holds(_ comparison: Comparison, _ other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): return comparison.holds(left, right)
    case (.date(let left), .date(let right)): return comparison.holds(left, right)
    case (.quantity(let left), .quantity(let right)):
      guard let value = try? left.value(in: right.unit) else { return false }
      return comparison.holds(value, right.value)
    case (.integer(let left), .integer(let right)): return comparison.holds(left, right)
    default:
      guard let left = number, let right = other.number else { return false }
      return comparison.holds(left, right)
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    case .string, .date, .quantity: nil
    }
  }
}
