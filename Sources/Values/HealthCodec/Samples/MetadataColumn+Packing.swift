internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// One message for each column.
  func metadata(
    _ columns: [MetadataColumn]
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__MetadataColumn>?> {
    try unsafe array(columns) { column throws(CodecError) in try unsafe self.column(column) }
  }

  private func column(
    _ column: MetadataColumn
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__MetadataColumn> {
    try spend(column.rows.count, from: .metadataEntries)
    let message = unsafe make(dyad__v1__metadata_column__init)
    unsafe message.pointee.key = try at("key") { () throws(CodecError) in
      try unsafe text(column.key)
    }
    unsafe message.pointee.count = try count(
      column.rows.count, atMost: CodecBound.metadataEntries)
    unsafe message.pointee.rows = self.column(column.rows.map { Int64($0) })
    unsafe message.pointee.indexes = indexes(of: column.values)
    unsafe message.pointee.value_count = UInt32(column.values.values.count)
    try unsafe fill(message, with: column.values.values)
    return unsafe message
  }

  private func fill(
    _ message: UnsafeMutablePointer<Dyad__V1__MetadataColumn>, with values: [MetadataValue]
  ) throws(CodecError) {
    var kinds: [Int64] = []
    var strings: [String] = []
    var integers: [Int64] = []
    var doubles: [Double] = []
    var bools: [Int64] = []
    var dates: [Double] = []
    var quantities: [Double] = []
    var units: [String] = []
    for value in values {
      kinds.append(Int64(value.kind.rawValue))
      switch value {
      case .string(let string): strings.append(string)
      case .integer(let integer): integers.append(integer)
      case .double(let double): doubles.append(double)
      case .bool(let bool): bools.append(bool ? 1 : 0)
      case .date(let date): dates.append(date)
      case .quantity(let quantity):
        quantities.append(quantity.value)
        units.append(quantity.unit.unitString)
      }
    }
    guard dates.allSatisfy(\.isFinite), quantities.allSatisfy(\.isFinite) else {
      throw CodecError(.notFinite, "a date or quantity is not finite", operation: .encode)
    }
    unsafe message.pointee.kinds = column(kinds)
    unsafe message.pointee.strings = try at("strings") { () throws(CodecError) in
      try unsafe texts(strings)
    }
    unsafe message.pointee.n_strings = strings.count
    unsafe message.pointee.integers = column(integers)
    unsafe message.pointee.doubles = column(doubles)
    unsafe message.pointee.bools = column(bools)
    unsafe message.pointee.dates = column(dates)
    unsafe message.pointee.quantities = column(quantities)
    unsafe message.pointee.quantity_units = try at("quantity_units") { () throws(CodecError) in
      try unsafe texts(units)
    }
    unsafe message.pointee.n_quantity_units = units.count
  }
}

extension MetadataValue {
  /// What the message calls a kind of value.
  var kind: Dyad__V1__MetadataColumn__Kind {
    switch self {
    case .string: DYAD__V1__METADATA_COLUMN__KIND__STRING
    case .integer: DYAD__V1__METADATA_COLUMN__KIND__INTEGER
    case .double: DYAD__V1__METADATA_COLUMN__KIND__DOUBLE
    case .bool: DYAD__V1__METADATA_COLUMN__KIND__BOOL
    case .date: DYAD__V1__METADATA_COLUMN__KIND__DATE
    case .quantity: DYAD__V1__METADATA_COLUMN__KIND__QUANTITY
    }
  }
}
