internal import CDyadMessages

extension Unpacking {
  /// The doubles of a column that has to have `count` rows.
  func doubles(
    _ column: UnsafeMutablePointer<Dyad__V1__DoubleColumn>?, count: Int
  ) throws(CodecError) -> [Double] {
    guard let column = unsafe column else {
      guard count == 0 else { throw CodecError(.wrongCount, "0 rows instead of \(count)") }
      return []
    }
    let rawCount = unsafe column.pointee.n_raw
    switch unsafe (column.pointee.scaled, column.pointee.bits, rawCount) {
    case (.some(let scaled), nil, 0):
      return try at("scaled") { () throws(CodecError) in
        try unsafe decimals(scaled, power: column.pointee.decimals, count: count)
      }
    case (nil, .some(let bits), 0):
      return try at("bits") { () throws(CodecError) in
        let shift = unsafe column.pointee.shift
        guard shift < UInt64.bitWidth else { throw CodecError(.outOfRange, "shift \(shift)") }
        return try unsafe numbers(bits, count: count).map {
          Double(bitPattern: UInt64(bitPattern: $0) << UInt64(shift))
        }
      }
    case (nil, nil, _):
      guard rawCount == count else {
        throw CodecError(.wrongCount, "\(rawCount) rows instead of \(count)")
      }
      return unsafe [Double](UnsafeBufferPointer(start: column.pointee.raw, count: rawCount))
    default: throw CodecError(.malformed, "more than one form")
    }
  }

  private func decimals(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>, power: UInt32, count: Int
  ) throws(CodecError) -> [Double] {
    guard power < DecimalScale.powers.count else {
      throw CodecError(.outOfRange, "\(power) decimals")
    }
    let numbers = try unsafe numbers(
      column, count: count, in: -DecimalScale.limit...DecimalScale.limit)
    if power == 0 { return numbers.map { Double($0) } }
    let scale = DecimalScale.powers[Int(power)]
    return numbers.map { Double($0) / scale }
  }

  /// The doubles of a column that has to have `count` rows, all finite.
  func finite(
    _ column: UnsafeMutablePointer<Dyad__V1__DoubleColumn>?, count: Int
  ) throws(CodecError) -> [Double] {
    let values = try unsafe doubles(column, count: count)
    guard values.allSatisfy(\.isFinite) else {
      throw CodecError(.notFinite, "a value is not a finite number")
    }
    return values
  }
}
