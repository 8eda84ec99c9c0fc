internal import CDyadMessages

extension Packing {
  /// A column of instants, or nothing for none.
  func times(_ seconds: [Double]) -> UnsafeMutablePointer<Dyad__V1__TimeColumn>? {
    guard !seconds.isEmpty else { return nil }
    for scale in DecimalScale.ticks {
      if let ticks = DecimalScale.numbers(seconds, scale: scale) {
        return unsafe column(ticks: ticks, scale: scale)
      }
    }
    return unsafe column(seconds: seconds)
  }

  /// Columns of starts and ends, the ends counted from the starts where both are whole ticks.
  func times(
    starts: [Double], ends: [Double]
  ) -> (
    starts: UnsafeMutablePointer<Dyad__V1__TimeColumn>?,
    ends: UnsafeMutablePointer<Dyad__V1__TimeColumn>?
  ) {
    guard !starts.isEmpty else { return (nil, nil) }
    for scale in DecimalScale.ticks {
      guard let ticks = DecimalScale.numbers(starts, scale: scale),
        let durations = durations(of: ends, after: starts, ticks: ticks, scale: scale)
      else { continue }
      return unsafe (column(ticks: ticks, scale: scale), column(ticks: durations, scale: scale))
    }
    return unsafe (times(starts), column(seconds: ends))
  }

  private func durations(
    of ends: [Double], after starts: [Double], ticks: [Int64], scale: Double
  ) -> [Int64]? {
    var durations: [Int64] = []
    durations.reserveCapacity(ends.count)
    for row in ends.indices {
      if ends[row].bitPattern == starts[row].bitPattern {
        durations.append(0)
      } else if let end = DecimalScale.number(ends[row], scale: scale) {
        durations.append(end - ticks[row])
      } else {
        return nil
      }
    }
    return durations
  }

  private func column(
    ticks: [Int64], scale: Double
  ) -> UnsafeMutablePointer<Dyad__V1__TimeColumn> {
    let column = unsafe make(dyad__v1__time_column__init)
    unsafe column.pointee.ticks_per_second = UInt32(scale)
    unsafe column.pointee.ticks = self.column(ticks)
    return unsafe column
  }

  private func column(seconds: [Double]) -> UnsafeMutablePointer<Dyad__V1__TimeColumn> {
    let column = unsafe make(dyad__v1__time_column__init)
    unsafe column.pointee.seconds = self.column(seconds)
    return unsafe column
  }
}
