internal import CDyadMessages
private import HealthModel

extension Unpacking {
  /// The instants of a column that has to have `count` rows, all in the permitted years.
  func times(
    _ column: UnsafeMutablePointer<Dyad__V1__TimeColumn>?, count: Int
  ) throws(CodecError) -> [Double] {
    if let scale = try unsafe scale(of: column) {
      return try unsafe instants(ticks(column, count: count), scale: scale)
    }
    let seconds = try at("seconds") { () throws(CodecError) in
      try unsafe doubles(column?.pointee.seconds, count: count)
    }
    guard seconds.allSatisfy({ Instant.permitted.contains($0) }) else {
      throw CodecError(.badDate, "an instant lies outside the years 1 to 9999")
    }
    return seconds
  }

  /// The starts and ends of `count` rows, no end before its start.
  func times(
    starts: UnsafeMutablePointer<Dyad__V1__TimeColumn>?,
    ends: UnsafeMutablePointer<Dyad__V1__TimeColumn>?, count: Int
  ) throws(CodecError) -> (starts: [Double], ends: [Double]) {
    let scale = try at("starts") { () throws(CodecError) in try unsafe self.scale(of: starts) }
    let endScale = try at("ends") { () throws(CodecError) in try unsafe self.scale(of: ends) }
    guard let endScale else {
      let all = try at("starts") { () throws(CodecError) in try unsafe times(starts, count: count) }
      let last = try at("ends") { () throws(CodecError) in try unsafe times(ends, count: count) }
      for row in all.indices where last[row] < all[row] {
        throw CodecError(.badDate, "ends", "an end lies before its start")
      }
      return (all, last)
    }
    guard scale == endScale else {
      throw CodecError(.malformed, "ends", "ticks unlike those of starts")
    }
    let ticks = try at("starts") { () throws(CodecError) in
      try unsafe self.ticks(starts, count: count)
    }
    let all = try at("starts") { () throws(CodecError) in try instants(ticks, scale: endScale) }
    return try at("ends") { () throws(CodecError) in
      guard let last = try unsafe durations(ends, after: ticks) else { return (all, all) }
      return (all, try instants(last, scale: endScale))
    }
  }

  /// The ticks per second of a column; `nil` if it has no ticks.
  private func scale(
    of column: UnsafeMutablePointer<Dyad__V1__TimeColumn>?
  ) throws(CodecError) -> Double? {
    guard let column = unsafe column else { return nil }
    let scale = unsafe column.pointee.ticks_per_second
    guard scale > 0 else {
      guard unsafe column.pointee.ticks == nil else {
        throw CodecError(.outOfRange, "ticks_per_second", "0 ticks in a second")
      }
      return nil
    }
    guard DecimalScale.ticks.contains(Double(scale)) else {
      throw CodecError(.outOfRange, "ticks_per_second", "\(scale) ticks in a second")
    }
    guard unsafe column.pointee.seconds == nil else {
      throw CodecError(.malformed, "more than one form")
    }
    return Double(scale)
  }

  private func ticks(
    _ column: UnsafeMutablePointer<Dyad__V1__TimeColumn>?, count: Int
  ) throws(CodecError) -> [Int64] {
    try at("ticks") { () throws(CodecError) in
      try unsafe numbers(column?.pointee.ticks, count: count)
    }
  }

  /// The ticks of ends that are told as durations; `nil` if all ends are their starts.
  private func durations(
    _ column: UnsafeMutablePointer<Dyad__V1__TimeColumn>?, after starts: [Int64]
  ) throws(CodecError) -> [Int64]? {
    try at("ticks") { () throws(CodecError) in
      if try unsafe isZero(column?.pointee.ticks, count: starts.count) { return nil }
      var ends = try unsafe numbers(column?.pointee.ticks, count: starts.count)
      for row in starts.indices {
        // Starts lie within 2^53: a sum that wraps becomes negative and less than its start.
        let end = starts[row] &+ ends[row]
        guard ends[row] >= 0, end >= starts[row] else {
          throw CodecError(.badDate, "an end lies before its start")
        }
        ends[row] = end
      }
      return ends
    }
  }

  private func instants(_ ticks: [Int64], scale: Double) throws(CodecError) -> [Double] {
    let permitted = Instant.permitted
    let limit = DecimalScale.limit
    var isExact = true
    var isPermitted = true
    let instants = unsafe [Double](unsafeUninitializedCapacity: ticks.count) { rows, count in
      for row in ticks.indices {
        let tick = ticks[row]
        let instant = Double(tick) / scale
        // Without a branch for each row, as almost all are good.
        isExact = isExact && tick >= -limit && tick <= limit
        isPermitted =
          isPermitted && instant >= permitted.lowerBound && instant < permitted.upperBound
        unsafe rows.initializeElement(at: row, to: instant)
      }
      count = ticks.count
    }
    guard isExact else { throw CodecError(.outOfRange, "ticks", "a tick lies beyond 2^53") }
    guard isPermitted else {
      throw CodecError(.badDate, "an instant lies outside the years 1 to 9999")
    }
    return instants
  }
}
