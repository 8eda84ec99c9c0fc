package import ConformanceWire

/// The columns of columns.proto: told in the form that a case wants, and read by every rule.
package enum Column {
  /// How whole numbers are told.
  package struct IntForm: Hashable, Sendable {
    package enum Transform: Int64, CaseIterable, Hashable, Sendable {
      case plain = 0
      case delta = 1
      case deltaOfDelta = 2
    }

    package var transform: Transform
    package var start: Int64
    package var bias: Int64
    /// Whether repeated entries are told once, with how often.
    package var isCounted: Bool

    package init(
      _ transform: Transform, start: Int64 = 0, bias: Int64 = 0, isCounted: Bool = false
    ) {
      self.transform = transform
      self.start = start
      self.bias = bias
      self.isCounted = isCounted
    }

    package static let plain = Self(.plain)

    /// Every transform, with and without counts.
    package static let all: [Self] = IntForm.Transform.allCases.flatMap { transform in
      [false, true].map { Self(transform, start: -7, bias: 3, isCounted: $0) }
    }
  }

  /// An IntColumn.
  package static func ints(_ rows: [Int64], _ form: IntForm = .plain) -> Value {
    var entries: [Int64] = []
    entries.reserveCapacity(rows.count)
    var before = form.start
    var step = form.bias
    for row in rows {
      switch form.transform {
      case .plain: entries.append(row &- form.bias)
      case .delta: entries.append(row &- before &- form.bias)
      case .deltaOfDelta:
        entries.append(row &- before &- step)
        step = row &- before
      }
      before = row
    }
    var counts: [Int64] = []
    if form.isCounted {
      var values: [Int64] = []
      for entry in entries {
        if values.last == entry {
          counts[counts.count - 1] += 1
        } else {
          values.append(entry)
          counts.append(1)
        }
      }
      entries = values
    }
    var column: Value = [:]
    if form.transform != .plain { column["transform"] = .integer(form.transform.rawValue) }
    if form.start != 0 { column["start"] = .integer(form.start) }
    if form.bias != 0 { column["bias"] = .integer(form.bias) }
    if !entries.isEmpty { column["values"] = Value(entries) }
    if !counts.isEmpty { column["counts"] = Value(counts) }
    return column
  }

  /// The rows of an IntColumn, of which there are at most so many.
  package static func ints(_ column: Value, most: Int) throws(ModelError) -> [Int64] {
    guard let transform = IntForm.Transform(rawValue: column["transform"].number) else {
      throw ModelError("transform", "nobody knows it")
    }
    let values = column["values"].items
    let counts = column["counts"].items
    guard counts.isEmpty || counts.count == values.count else {
      throw ModelError("counts", "there are \(counts.count) of them for \(values.count) values")
    }
    var rows: [Int64] = []
    var before = column["start"].number
    let bias = column["bias"].number
    var step = bias
    for (index, value) in values.enumerated() {
      let times = counts.isEmpty ? 1 : counts[index].number
      guard times >= 1 else { throw ModelError("counts", "one is 0") }
      guard times <= Int64(most - rows.count) else {
        throw ModelError("values", "there are more than \(most) rows")
      }
      for _ in 0..<times {
        switch transform {
        case .plain: before = bias &+ value.number
        case .delta: before = before &+ bias &+ value.number
        case .deltaOfDelta:
          step = step &+ value.number
          before = before &+ step
        }
        rows.append(before)
      }
    }
    return rows
  }

  /// The rows of an IntColumn that has exactly so many.
  package static func ints(
    _ holder: Value, _ field: String, rows: Int
  ) throws(ModelError) -> [Int64] {
    let found = try ints(holder, field, most: rows)
    guard found.count == rows else {
      throw ModelError(field, "it has \(found.count) rows instead of \(rows)")
    }
    return found
  }

  /// The rows of a field's IntColumn, of which there are at most so many.
  package static func ints(
    _ holder: Value, _ field: String, most: Int
  ) throws(ModelError) -> [Int64] {
    do throws(ModelError) {
      return try ints(holder[field], most: most)
    } catch {
      throw error.within(field)
    }
  }

  /// The rows of a column of places in a list.
  package static func places(
    _ holder: Value, _ field: String, rows: Int, below end: Int
  ) throws(ModelError) -> [Int] {
    var places: [Int] = []
    for entry in try ints(holder, field, rows: rows) {
      guard (0..<Int64(end)).contains(entry) else {
        throw ModelError(field, "\(entry) is no place in a list of \(end)")
      }
      places.append(Int(entry))
    }
    return places
  }

  /// The lengths of spans: each at least 1, of `rows` rows in all where that is given.
  package static func spans(
    _ holder: Value, _ field: String, count: Int, most: Int, rows: Int? = nil
  ) throws(ModelError) -> [Int] {
    var left = most
    var spans: [Int] = []
    for entry in try ints(holder, field, rows: count) {
      guard entry >= 1, entry <= Int64(left) else {
        throw ModelError(field, "a span has \(entry) rows, where at most \(left) are left")
      }
      left -= Int(entry)
      spans.append(Int(entry))
    }
    if let rows, most - left != rows {
      throw ModelError(field, "all have \(most - left) rows instead of \(rows)")
    }
    return spans
  }
}
