package import ConformanceWire

extension Column {
  /// How doubles are told.
  package enum DoubleForm: Hashable, Sendable {
    /// As whole numbers of a power of ten.
    case scaled(decimals: Int64, IntForm)
    /// As bit patterns less some zero bits at their end.
    case bits(shift: Int64, IntForm)
    case raw
  }

  /// A DoubleColumn; `nil` where the rows cannot be told in this form.
  package static func doubles(_ rows: [Double], _ form: DoubleForm) -> Value? {
    guard !rows.isEmpty else { return [:] }
    switch form {
    case .raw: return ["raw": Value(rows)]
    case .scaled(let decimals, let ints):
      guard let power = power(decimals) else { return nil }
      var entries: [Int64] = []
      for row in rows {
        guard let entry = entry(of: row, per: power) else { return nil }
        entries.append(entry)
      }
      return ["decimals": .integer(decimals), "scaled": Column.ints(entries, ints)]
    case .bits(let shift, let ints):
      guard (0...63).contains(shift) else { return nil }
      var entries: [Int64] = []
      for row in rows {
        let cut = row.bitPattern >> UInt64(shift)
        guard cut << UInt64(shift) == row.bitPattern else { return nil }
        entries.append(Int64(bitPattern: cut))
      }
      return ["shift": .integer(shift), "bits": Column.ints(entries, ints)]
    }
  }

  /// A DoubleColumn with the doubles as they are.
  package static func doubles(_ rows: [Double]) -> Value {
    rows.isEmpty ? [:] : ["raw": Value(rows)]
  }

  /// The rows of a field's DoubleColumn.
  package static func doubles(
    _ holder: Value, _ field: String, rows: Int
  ) throws(ModelError) -> [Double] {
    let column = holder[field]
    let forms = [
      column["scaled"].isPresent, column["bits"].isPresent, !column["raw"].items.isEmpty,
    ].filter { $0 }
    guard forms.count == 1 || (rows == 0 && forms.isEmpty) else {
      throw ModelError(field, "\(forms.count) forms are told")
    }
    do throws(ModelError) {
      if column["scaled"].isPresent {
        guard let power = power(Int64(clamping: column["decimals"].word)) else {
          throw ModelError("decimals", "they are above 9")
        }
        return try ints(column, "scaled", rows: rows).map { entry throws(ModelError) in
          try nearest(entry, per: power, "scaled")
        }
      }
      if column["bits"].isPresent {
        let shift = column["shift"].word
        guard shift <= 63 else { throw ModelError("shift", "it is above 63") }
        var doubles: [Double] = []
        for entry in try ints(column, "bits", rows: rows) {
          let bits = UInt64(bitPattern: entry)
          guard (bits << shift) >> shift == bits else {
            throw ModelError("bits", "an entry has more than \(64 - shift) bits")
          }
          doubles.append(Double(bitPattern: bits << shift))
        }
        return doubles
      }
      let raw = column["raw"].items.map(\.real)
      guard raw.count == rows else {
        throw ModelError("raw", "it has \(raw.count) rows instead of \(rows)")
      }
      return raw
    } catch {
      throw error.within(field)
    }
  }

  /// As ``doubles(_:_:rows:)``, of finite numbers alone.
  static func finite(
    _ holder: Value, _ field: String, rows: Int
  ) throws(ModelError) -> [Double] {
    let doubles = try doubles(holder, field, rows: rows)
    guard doubles.allSatisfy(\.isFinite) else { throw ModelError(field, "one is not finite") }
    return doubles
  }

  /// How many of an entry's unit make 1.
  private static func power(_ decimals: Int64) -> Double? {
    guard (0...9).contains(decimals) else { return nil }
    return (0..<decimals).reduce(1) { power, _ in power * 10 }
  }

  /// The greatest whole number up to which a double has them all.
  private static let most: Int64 = 1 << 53

  /// The whole number that stands for a double, if one does.
  package static func entry(of row: Double, per unit: Double) -> Int64? {
    guard let entry = Int64(exactly: (row * unit).rounded()), abs(Double(entry)) <= Double(most),
      (Double(entry) / unit).bitPattern == row.bitPattern
    else { return nil }
    return entry
  }

  /// The double that a whole number stands for.
  static func nearest(
    _ entry: Int64, per unit: Double, _ field: String
  ) throws(ModelError) -> Double {
    guard (-most...most).contains(entry) else { throw ModelError(field, "one is beyond 2^53") }
    // Both are exact, so that the quotient is the nearest double.
    return Double(entry) / unit
  }
}
