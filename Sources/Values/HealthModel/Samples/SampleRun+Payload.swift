extension SampleRun.Payload {
  /// The payload of one object.
  package init(_ value: Sample.Value) {
    switch value {
    case .quantity(let quantity):
      self = .quantity(
        values: [quantity.value], units: DictionaryColumn(repeating: quantity.unit, count: 1))
    case .category(let value): self = .category([value])
    case .object(let body): self = .objects([body])
    }
  }

  package var count: Int {
    switch self {
    case .quantity(let values, let units): values.count == units.count ? values.count : -1
    case .category(let values): values.count
    case .objects(let bodies): bodies.count
    }
  }

  package subscript(row: Int) -> Sample.Value {
    switch self {
    case .quantity(let values, let units): .quantity(Quantity(values[row], units[row]))
    case .category(let values): .category(values[row])
    case .objects(let bodies): .object(bodies[row])
    }
  }

  /// The same kind without rows.
  package var emptied: Self {
    switch self {
    case .quantity: .quantity(values: [], units: DictionaryColumn())
    case .category: .category([])
    case .objects: .objects([])
    }
  }

  /// Whether rows of `other` can follow.
  package func isSameKind(as other: Self) -> Bool {
    switch (self, other) {
    case (.quantity, .quantity), (.category, .category), (.objects, .objects): true
    default: false
    }
  }

  /// Appends the payload of one object, without making columns of it first.
  mutating func append(_ value: Sample.Value) {
    switch value {
    case .quantity(let quantity):
      guard case .quantity(var values, var units) = self else { break }
      // Nobody else holds the columns now, or each append would copy them.
      self = .category([])
      values.append(quantity.value)
      units.append(quantity.unit)
      self = .quantity(values: values, units: units)
      return
    case .category(let value):
      guard case .category(var values) = self else { break }
      self = .objects([])
      values.append(value)
      self = .category(values)
      return
    case .object(let body):
      guard case .objects(var bodies) = self else { break }
      self = .category([])
      bodies.append(body)
      self = .objects(bodies)
      return
    }
    preconditionFailure("one kind of payload to a run")
  }

  mutating func append(_ other: Self, rows range: Range<Int>) {
    // Matched together, both would be held meanwhile, and each append would copy the columns.
    switch other {
    case .quantity(let newValues, let newUnits):
      guard case .quantity(var values, var units) = self else { break }
      self = .category([])
      values.append(contentsOf: newValues[range])
      units.append(newUnits, rows: range)
      self = .quantity(values: values, units: units)
      return
    case .category(let newValues):
      guard case .category(var values) = self else { break }
      self = .objects([])
      values.append(contentsOf: newValues[range])
      self = .category(values)
      return
    case .objects(let newBodies):
      guard case .objects(var bodies) = self else { break }
      self = .category([])
      bodies.append(contentsOf: newBodies[range])
      self = .objects(bodies)
      return
    }
    preconditionFailure("one kind of payload to a run")
  }

  func selecting(_ rows: [Int]) -> Self {
    switch self {
    case .quantity(let values, let units):
      .quantity(values: rows.map { values[$0] }, units: units.selecting(rows))
    case .category(let values): .category(rows.map { values[$0] })
    case .objects(let bodies): .objects(rows.map { bodies[$0] })
    }
  }

  func picking(_ rows: [Int]) -> Self {
    switch self {
    case .quantity(let values, let units):
      .quantity(values: rows.map { values[$0] }, units: units.picking(rows))
    case .category(let values): .category(rows.map { values[$0] })
    case .objects(let bodies): .objects(rows.map { bodies[$0] })
    }
  }
}
