package import ConformanceWire

extension Column {
  /// How instants are told.
  package enum TimeForm: Hashable, Sendable {
    case ticks(perSecond: Int64, IntForm)
    case seconds(DoubleForm)
  }

  /// How many ticks a second may have.
  package static let ticksPerSecond: [Int64] = [1, 1000, 1_000_000, 8_388_608]

  /// The instants of the years 1 to 9999, in seconds since 2001-01-01 UTC.
  package static let years = -63_113_904_000.0..<252_423_993_600.0

  /// A TimeColumn; `nil` where the rows cannot be told in this form.
  ///
  /// Ticks are counted from those of `starts`, row by row.
  package static func times(
    _ rows: [Double], _ form: TimeForm, from starts: [Double]? = nil
  ) -> Value? {
    guard !rows.isEmpty else { return [:] }
    switch form {
    case .seconds(let form): return doubles(rows, form).map { ["seconds": $0] }
    case .ticks(let perSecond, let ints):
      var entries: [Int64] = []
      for (index, row) in rows.enumerated() {
        guard let entry = entry(of: row, per: Double(perSecond)) else { return nil }
        guard let starts else {
          entries.append(entry)
          continue
        }
        guard let start = Column.entry(of: starts[index], per: Double(perSecond)) else {
          return nil
        }
        entries.append(entry - start)
      }
      return ["ticks_per_second": .integer(perSecond), "ticks": Column.ints(entries, ints)]
    }
  }

  /// A TimeColumn with the instants as doubles.
  package static func times(_ rows: [Double]) -> Value {
    rows.isEmpty ? [:] : ["seconds": doubles(rows)]
  }

  /// The rows of a field's TimeColumn, all of the years 1 to 9999.
  ///
  /// `starts` is the field with what ticks are counted from.
  package static func times(
    _ holder: Value, _ field: String, rows: Int, from starts: String? = nil
  ) throws(ModelError) -> [Double] {
    let column = holder[field]
    guard rows > 0 || column.isPresent else { return [] }
    let forms = [column["ticks"].isPresent, column["seconds"].isPresent].filter { $0 }
    guard forms.count == 1 || (rows == 0 && forms.isEmpty) else {
      throw ModelError(field, "\(forms.count) forms are told")
    }
    let times: [Double]
    if column["ticks"].isPresent {
      let perSecond = Int64(clamping: column["ticks_per_second"].word)
      guard ticksPerSecond.contains(perSecond) else {
        throw ModelError(field, "a second has \(perSecond) ticks")
      }
      var entries = try within(field) { () throws(ModelError) in
        try ints(column, "ticks", rows: rows)
      }
      if let starts {
        guard holder[starts]["ticks"].isPresent,
          Int64(clamping: holder[starts]["ticks_per_second"].word) == perSecond
        else { throw ModelError(field, "its ticks are not those of \(starts)") }
        let from = try ints(holder[starts], "ticks", rows: rows)
        entries = zip(entries, from).map { $0 &+ $1 }
      }
      times = try entries.map { entry throws(ModelError) in
        try nearest(entry, per: Double(perSecond), field)
      }
    } else {
      guard column["ticks_per_second"].word == 0 else {
        throw ModelError(field, "seconds have ticks")
      }
      times = try within(field) { () throws(ModelError) in
        try doubles(column, "seconds", rows: rows)
      }
    }
    guard times.allSatisfy({ years.contains($0) }) else {
      throw ModelError(field, "one is not of the years 1 to 9999")
    }
    return times
  }

  /// Runs a reading whose errors name fields within a field.
  package static func within<Read>(
    _ field: String, _ read: () throws(ModelError) -> Read
  ) throws(ModelError) -> Read {
    do throws(ModelError) {
      return try read()
    } catch {
      throw error.within(field)
    }
  }
}
