internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// The dots of several days, of the given streams.
  func dayDots(
    _ days: some Sequence<VersionVector>, of streams: [VersionVector.Stream]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__DayDots> {
    var columns = DayDotColumns(streams)
    for day in days { try columns.append(day) }
    try spend(intervals: columns.gaps.count)
    let message = unsafe make(dyad__v1__day_dots__init)
    unsafe message.pointee.stream_counts = column(columns.streamCounts)
    unsafe message.pointee.stream_steps = column(columns.streamSteps)
    unsafe message.pointee.interval_counts = column(columns.intervalCounts)
    unsafe message.pointee.gaps = column(columns.gaps)
    unsafe message.pointee.lengths = column(columns.lengths)
    return unsafe message
  }

  func lists(
    _ lists: [DayList], of selection: [Int64]?
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__DayLists> {
    let message = unsafe make(dyad__v1__day_lists__init)
    let streams = DayDotColumns.streams(lists.map(\.live))
    unsafe message.pointee.streams = try at("streams") { () throws(CodecError) in
      try unsafe self.streams(streams)
    }
    unsafe message.pointee.day_count = try at("day_count") { () throws(CodecError) in
      try count(lists.count, atMost: CodecBound.days)
    }
    let days = lists.map(\.day)
    try at("days") { () throws(CodecError) in try rules.ascending(days) }
    unsafe message.pointee.days = column(days)
    unsafe message.pointee.live = try at("live") { () throws(CodecError) in
      try unsafe dayDots(lists.lazy.map(\.live), of: streams)
    }
    if let selection {
      unsafe message.pointee.selection = try at("selection") { () throws(CodecError) in
        let part = unsafe make(dyad__v1__day_selection__init)
        unsafe part.pointee.day_count = try at("day_count") { () throws(CodecError) in
          try count(selection.count, atMost: CodecBound.days)
        }
        try at("days") { () throws(CodecError) in try rules.ascending(selection) }
        unsafe part.pointee.days = column(selection)
        return unsafe part
      }
    }
    return unsafe message
  }
}

extension Unpacking {
  /// The dots of each of `dayCount` days.
  private func dayDots(
    _ message: UnsafeMutablePointer<Dyad__V1__DayDots>?, dayCount: Int,
    of streams: [VersionVector.Stream]
  ) throws(CodecError) -> [VersionVector] {
    let counts = try at("stream_counts") { () throws(CodecError) in
      try unsafe numbers(
        message?.pointee.stream_counts, count: dayCount, in: 0...Int64(streams.count))
    }
    // At most 2^16 days of at most 2^16 streams: the sum cannot overflow.
    let total = counts.reduce(0) { $0 + Int($1) }
    try at("stream_counts") { () throws(CodecError) in
      _ = try rules.count(total, atMost: CodecBound.days)
    }
    let steps = try at("stream_steps") { () throws(CodecError) in
      try unsafe numbers(
        message?.pointee.stream_steps, count: total, in: 0...Int64(streams.count))
    }
    let intervalCounts = try at("interval_counts") { () throws(CodecError) in
      try unsafe numbers(
        message?.pointee.interval_counts, count: total, in: 1...Int64(CodecBound.intervals))
    }
    let intervalTotal = intervalCounts.reduce(0) { $0 + Int($1) }
    try at("interval_counts") { () throws(CodecError) in try spend(intervals: intervalTotal) }
    let gaps = try at("gaps") { () throws(CodecError) in
      try unsafe numbers(message?.pointee.gaps, count: intervalTotal)
    }
    let lengths = try at("lengths") { () throws(CodecError) in
      try unsafe numbers(message?.pointee.lengths, count: intervalTotal)
    }
    var days: [VersionVector] = []
    days.reserveCapacity(dayCount)
    var ends = [UInt64](repeating: 0, count: streams.count)
    var entry = 0
    var interval = 0
    for count in counts {
      var day = VersionVector()
      var index = -1
      for _ in 0..<count {
        index += 1 + Int(steps[entry])
        guard index < streams.count else {
          throw CodecError(.outOfRange, "stream_steps", "no stream has index \(index)")
        }
        let range = interval..<(interval + Int(intervalCounts[entry]))
        let set = try at("gaps") { () throws(CodecError) in
          try IntervalColumns.set(gaps: gaps[range], lengths: lengths[range], after: ends[index])
        }
        ends[index] = set.max ?? ends[index]
        day[streams[index]] = set
        interval = range.upperBound
        entry += 1
      }
      days.append(day)
    }
    return days
  }

  func lists(
    _ message: UnsafeMutablePointer<Dyad__V1__DayLists>?
  ) throws(CodecError) -> (days: [DayList], selection: [Int64]?) {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let streams = try at("streams") { () throws(CodecError) in
      try unsafe self.streams(message.pointee.streams, atMost: CodecBound.days)
    }
    let days = try unsafe self.days(message.pointee.days, count: message.pointee.day_count)
    let live = try at("live") { () throws(CodecError) in
      try unsafe dayDots(message.pointee.live, dayCount: days.count, of: streams)
    }
    let selection = try at("selection") { () throws(CodecError) -> [Int64]? in
      guard let part = unsafe message.pointee.selection else { return nil }
      return try unsafe self.days(part.pointee.days, count: part.pointee.day_count)
    }
    return (zip(days, live).map { DayList(day: $0, live: $1) }, selection)
  }
}
