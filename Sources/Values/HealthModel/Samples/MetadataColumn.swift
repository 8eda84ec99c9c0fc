/// One metadata key's values in the rows that have it.
package struct MetadataColumn: Hashable, Sendable {
  package var key: String
  /// The rows that have the key, ascending.
  package private(set) var rows: [Int]
  /// One value per entry of `rows`.
  package private(set) var values: DictionaryColumn<MetadataValue>

  package init(key: String) {
    self.key = key
    rows = []
    values = DictionaryColumn()
  }

  /// A column of the given parts; `nil` unless the rows ascend and each has a value.
  package init?(key: String, rows: [Int], values: DictionaryColumn<MetadataValue>) {
    guard rows.count == values.count, zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    self.key = key
    self.rows = rows
    self.values = values
  }

  /// The value in `row`, if it has one.
  package func value(at row: Int) -> MetadataValue? {
    entry(of: row).map { values[$0] }
  }

  /// The index into `rows` of `row`, if it is there.
  private func entry(of row: Int) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low] == row ? low : nil
  }

  /// The column of the given rows in the given order; `nil` where none of them has the key.
  package func picking(_ picked: [Int]) -> Self? {
    var targets: [Int] = []
    var entries: [Int] = []
    for (target, row) in picked.enumerated() {
      guard let entry = entry(of: row) else { continue }
      targets.append(target)
      entries.append(entry)
    }
    return targets.isEmpty ? nil : Self(key: key, rows: targets, values: values.picking(entries))
  }

  /// The column of the given rows, which ascend.
  func selecting(_ selected: [Int]) -> Self {
    var result = Self(key: key)
    var entry = 0
    for (target, row) in selected.enumerated() {
      while entry < rows.count, rows[entry] < row { entry += 1 }
      guard entry < rows.count else { break }
      if rows[entry] == row { result.append(values[entry], at: target) }
    }
    return result
  }

  /// Adds the value of `row`, which lies after all others.
  package mutating func append(_ value: MetadataValue, at row: Int) {
    rows.append(row)
    values.append(value)
  }
}
