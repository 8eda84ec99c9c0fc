package import ConformanceWire

extension Column {
  /// A UuidColumn.
  ///
  /// In `raw` they all stand as they are; otherwise those of version 8 are told by bases.
  package static func uuids(_ rows: [UUID], isRaw: Bool = true) -> Value {
    guard !rows.isEmpty else { return [:] }
    var bases: [UInt64] = []
    var places: [UInt64: Int] = [:]
    var next: [Int: UInt64] = [:]
    var indexes: [Int64] = []
    var counts: [Int64] = []
    var steps: [Int64] = []
    var raw: [UInt8] = []
    for row in rows {
      guard !isRaw, let (base, counter) = row.counted else {
        raw += row.bytes
        if indexes.last == 0 {
          counts[counts.count - 1] += 1
        } else {
          indexes.append(0)
          counts.append(1)
        }
        continue
      }
      let place = places[base] ?? bases.count
      if place == bases.count {
        bases.append(base)
        places[base] = place
      }
      if indexes.last == Int64(place) + 1, next[place] == counter {
        counts[counts.count - 1] += 1
      } else {
        indexes.append(Int64(place) + 1)
        counts.append(1)
        steps.append(Int64(bitPattern: counter &- next[place, default: 0]))
      }
      next[place] = counter + 1
    }
    var column: Value = ["base_indexes": ints(indexes), "counts": ints(counts)]
    if !bases.isEmpty { column["bases"] = Value(bases) }
    if !steps.isEmpty { column["steps"] = ints(steps) }
    if !raw.isEmpty { column["raw"] = .bytes(raw) }
    return column
  }

  /// The rows of a field's UuidColumn.
  package static func uuids(
    _ holder: Value, _ field: String, rows: Int
  ) throws(ModelError) -> [UUID] {
    let column = holder[field]
    return try within(field) { () throws(ModelError) in
      let bases = column["bases"].items.map(\.word)
      guard Set(bases).count == bases.count else { throw ModelError("bases", "one stands twice") }
      let indexes = try ints(column, "base_indexes", most: rows)
      let counts = try spans(column, "counts", count: indexes.count, most: rows, rows: rows)
      let counted = indexes.count { $0 != 0 }
      var steps = try ints(column, "steps", rows: counted).makeIterator()
      var raw = column["raw"].data[...]
      var next = [UInt64](repeating: 0, count: bases.count)
      var uuids: [UUID] = []
      for (index, count) in zip(indexes, counts) {
        guard index != 0 else {
          guard raw.count >= 16 * count else { throw ModelError("raw", "it is too short") }
          for _ in 0..<count {
            uuids.append(UUID(Array(raw.prefix(16))))
            raw = raw.dropFirst(16)
          }
          continue
        }
        guard index >= 1, index <= Int64(bases.count) else {
          throw ModelError("base_indexes", "\(index) is no place in a list of \(bases.count)")
        }
        let place = Int(index - 1)
        let first = next[place] &+ UInt64(bitPattern: steps.next() ?? 0)
        guard first < UUID.counterEnd, UInt64(count) <= UUID.counterEnd - first else {
          throw ModelError("steps", "a counter has more than 58 bits")
        }
        for offset in 0..<UInt64(count) {
          uuids.append(UUID(base: bases[place], counter: first + offset))
        }
        next[place] = first + UInt64(count)
      }
      guard raw.isEmpty else { throw ModelError("raw", "it is too long") }
      return uuids
    }
  }

  /// A DotColumn of dots whose types are told elsewhere.
  package static func dots(_ rows: [(incarnation: UInt64, number: UInt64)]) -> Value {
    var incarnations: [UInt64] = []
    var places: [UInt64: Int] = [:]
    var next: [Int: UInt64] = [:]
    var indexes: [Int64] = []
    var counts: [Int64] = []
    var steps: [Int64] = []
    for row in rows {
      let place = places[row.incarnation] ?? incarnations.count
      if place == incarnations.count {
        incarnations.append(row.incarnation)
        places[row.incarnation] = place
      }
      if indexes.last == Int64(place), next[place] == row.number {
        counts[counts.count - 1] += 1
      } else {
        indexes.append(Int64(place))
        counts.append(1)
        steps.append(Int64(bitPattern: row.number &- next[place, default: 0]))
      }
      next[place] = row.number &+ 1
    }
    guard !rows.isEmpty else { return [:] }
    return [
      "incarnations": Value(incarnations), "incarnation_indexes": ints(indexes),
      "counts": ints(counts), "steps": ints(steps),
    ]
  }

  /// The rows of a field's DotColumn.
  package static func dots(
    _ holder: Value, _ field: String, type: String, rows: Int
  ) throws(ModelError) -> [Dot] {
    let column = holder[field]
    return try within(field) { () throws(ModelError) in
      let incarnations = column["incarnations"].items.map(\.word)
      guard Set(incarnations).count == incarnations.count else {
        throw ModelError("incarnations", "one stands twice")
      }
      let spanCount = try ints(column, "incarnation_indexes", most: rows).count
      let indexes = try places(
        column, "incarnation_indexes", rows: spanCount, below: incarnations.count)
      let counts = try spans(column, "counts", count: spanCount, most: rows, rows: rows)
      let steps = try ints(column, "steps", rows: spanCount)
      var next = [UInt64](repeating: 0, count: incarnations.count)
      var taken = [Intervals](repeating: Intervals(), count: incarnations.count)
      var dots: [Dot] = []
      for (span, place) in indexes.enumerated() {
        let first = next[place] &+ UInt64(bitPattern: steps[span])
        let count = UInt64(counts[span])
        guard count <= UInt64.max - first else {
          throw ModelError("steps", "a number is not below 2^64 - 1")
        }
        for number in first..<first + count {
          guard !taken[place].contains(number) else {
            throw ModelError("steps", "a dot occurs twice")
          }
          dots.append(Dot(incarnations[place], type, number))
        }
        taken[place].insert(first...first + count - 1)
        next[place] = first + count
      }
      return dots
    }
  }

  /// A CounterColumn.
  package static func counters(_ rows: [Int64]) -> Value {
    var counts: [Int64] = []
    var steps: [Int64] = []
    var next: Int64 = 0
    for row in rows {
      if !counts.isEmpty, row == next {
        counts[counts.count - 1] += 1
      } else {
        counts.append(1)
        steps.append(row &- next)
      }
      next = row &+ 1
    }
    return rows.isEmpty ? [:] : ["counts": ints(counts), "steps": ints(steps)]
  }

  /// The rows of a field's CounterColumn.
  package static func counters(
    _ holder: Value, _ field: String, rows: Int
  ) throws(ModelError) -> [Int64] {
    let column = holder[field]
    return try within(field) { () throws(ModelError) in
      let steps = try ints(column, "steps", most: rows)
      let counts = try spans(column, "counts", count: steps.count, most: rows, rows: rows)
      var next: Int64 = 0
      var counters: [Int64] = []
      for (step, count) in zip(steps, counts) {
        let first = next &+ step
        guard first >= 0, Int64(count) <= Int64.max - first else {
          throw ModelError("steps", "a counter is not below 2^63 - 1")
        }
        counters += first..<first + Int64(count)
        next = first + Int64(count)
      }
      return counters
    }
  }
}
