internal import CDyadMessages

extension Packing {
  /// A column of `values`, or nothing for none.
  func column(_ values: [Double]) -> UnsafeMutablePointer<Dyad__V1__DoubleColumn>? {
    guard !values.isEmpty else { return nil }
    let column = unsafe make(dyad__v1__double_column__init)
    let rawSize = values.count * MemoryLayout<Double>.size
    if let (power, numbers) = DecimalScale.decimals(values) {
      let plan = IntColumnPlan(numbers)
      if plan.byteCount <= rawSize {
        unsafe column.pointee.decimals = UInt32(power)
        unsafe column.pointee.scaled = self.column(numbers, as: plan)
        return unsafe column
      }
    }
    var union: UInt64 = 0
    for value in values { union |= value.bitPattern }
    let shift = union == 0 ? 0 : union.trailingZeroBitCount
    let bits = values.map { Int64(bitPattern: $0.bitPattern >> UInt64(shift)) }
    let plan = IntColumnPlan(bits)
    if plan.byteCount < rawSize {
      unsafe column.pointee.shift = UInt32(shift)
      unsafe column.pointee.bits = self.column(bits, as: plan)
    } else {
      unsafe column.pointee.raw = array(values)
      unsafe column.pointee.n_raw = values.count
    }
    return unsafe column
  }
}
