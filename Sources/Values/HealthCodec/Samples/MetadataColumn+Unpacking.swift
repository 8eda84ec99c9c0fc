internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  /// The metadata of `rows` rows, no key twice.
  func metadata(
    _ count: Int,
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__MetadataColumn>?>?,
    rows: Int
  ) throws(CodecError) -> [MetadataColumn] {
    var keys: Set<String> = []
    return try unsafe values(count, messages) { message throws(CodecError) in
      let column = try unsafe self.column(message, rows: rows)
      guard keys.insert(column.key).inserted else {
        throw CodecError(.duplicate, "key", "a key has two columns")
      }
      return column
    }
  }

  private func column(
    _ message: UnsafeMutablePointer<Dyad__V1__MetadataColumn>, rows rowCount: Int
  ) throws(CodecError) -> MetadataColumn {
    let count = try at("count") { () throws(CodecError) in
      try unsafe spend(message.pointee.count, from: .metadataEntries)
    }
    let key = try at("key") { () throws(CodecError) in try unsafe text(message.pointee.key) }
    let rows = try at("rows") { () throws(CodecError) in
      let rows = try unsafe numbers(
        message.pointee.rows, count: count, in: 0...Int64(max(0, rowCount - 1)))
      for (left, right) in zip(rows, rows.dropFirst()) where left >= right {
        throw CodecError(.unordered, "rows do not ascend")
      }
      guard rowCount > 0 || count == 0 else { throw CodecError(.outOfRange, "no such row") }
      return rows.map { Int($0) }
    }
    let valueCount = try at("value_count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.value_count, atMost: count)
    }
    let values = try unsafe values(of: message, count: valueCount)
    let indexes = try at("indexes") { () throws(CodecError) in
      try unsafe dictionary(values, message.pointee.indexes, count: count)
    }
    guard let column = MetadataColumn(key: key, rows: rows, values: indexes) else {
      throw CodecError(.unordered, "rows", "rows do not ascend")
    }
    return column
  }

  /// The distinct values of a column, each from the list of its kind.
  private func values(
    of message: UnsafeMutablePointer<Dyad__V1__MetadataColumn>, count: Int
  ) throws(CodecError) -> [MetadataValue] {
    let kinds = try at("kinds") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.kinds, count: count,
        in: 0...Int64(DYAD__V1__METADATA_COLUMN__KIND__QUANTITY.rawValue))
    }
    var counts = [Int](repeating: 0, count: Self.kindCount)
    for kind in kinds { counts[Int(kind)] += 1 }
    var lists: [[MetadataValue]] = []
    for kind in 0..<Self.kindCount {
      lists.append(
        try unsafe list(of: Dyad__V1__MetadataColumn__Kind(UInt32(kind)), counts[kind], message))
    }
    var next = [Int](repeating: 0, count: Self.kindCount)
    var values: [MetadataValue] = []
    values.reserveCapacity(count)
    for kind in kinds {
      values.append(lists[Int(kind)][next[Int(kind)]])
      next[Int(kind)] += 1
    }
    return values
  }

  private static let kindCount = Int(DYAD__V1__METADATA_COLUMN__KIND__QUANTITY.rawValue) + 1

  /// The `count` values of one kind.
  private func list(
    of kind: Dyad__V1__MetadataColumn__Kind, _ count: Int,
    _ message: UnsafeMutablePointer<Dyad__V1__MetadataColumn>
  ) throws(CodecError) -> [MetadataValue] {
    switch kind {
    case DYAD__V1__METADATA_COLUMN__KIND__STRING:
      try at("strings") { () throws(CodecError) in
        try unsafe check(message.pointee.n_strings, is: count)
        return try unsafe texts(count, message.pointee.strings).map { .string($0) }
      }
    case DYAD__V1__METADATA_COLUMN__KIND__INTEGER:
      try at("integers") { () throws(CodecError) in
        try unsafe numbers(message.pointee.integers, count: count).map { .integer($0) }
      }
    case DYAD__V1__METADATA_COLUMN__KIND__DOUBLE:
      try at("doubles") { () throws(CodecError) in
        try unsafe doubles(message.pointee.doubles, count: count).map { .double($0) }
      }
    case DYAD__V1__METADATA_COLUMN__KIND__BOOL:
      try at("bools") { () throws(CodecError) in
        try unsafe numbers(message.pointee.bools, count: count, in: 0...1).map { .bool($0 == 1) }
      }
    case DYAD__V1__METADATA_COLUMN__KIND__DATE:
      try at("dates") { () throws(CodecError) in
        try unsafe finite(message.pointee.dates, count: count).map { .date($0) }
      }
    default:
      try unsafe quantities(message, count: count)
    }
  }

  private func quantities(
    _ message: UnsafeMutablePointer<Dyad__V1__MetadataColumn>, count: Int
  ) throws(CodecError) -> [MetadataValue] {
    let values = try at("quantities") { () throws(CodecError) in
      try unsafe finite(message.pointee.quantities, count: count)
    }
    let units = try at("quantity_units") { () throws(CodecError) in
      try unsafe check(message.pointee.n_quantity_units, is: count)
      return try unsafe self.units(count, message.pointee.quantity_units)
    }
    return zip(values, units).map { .quantity(Quantity($0, $1)) }
  }

  private func check(_ found: Int, is expected: Int) throws(CodecError) {
    guard found == expected else {
      throw CodecError(.wrongCount, "\(found) entries instead of \(expected)")
    }
  }
}
