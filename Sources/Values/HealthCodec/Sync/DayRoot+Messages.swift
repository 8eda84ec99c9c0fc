internal import CDyadMessages
internal import HealthModel

extension Packing {
  func root(_ root: DayRoot) -> UnsafeMutablePointer<Dyad__V1__DayRoot> {
    let message = unsafe make(dyad__v1__day_root__init)
    unsafe message.pointee.count = root.count
    unsafe message.pointee.high = UInt64(truncatingIfNeeded: root.sum >> 64)
    unsafe message.pointee.low = UInt64(truncatingIfNeeded: root.sum)
    return unsafe message
  }

  func spans(
    _ spans: [SpanRoot]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SpanRoots> {
    try rules.count(spans.count, atMost: CodecBound.spans)
    try rules.ascending(spans.map(\.days))
    let message = unsafe make(dyad__v1__span_roots__init)
    unsafe message.pointee.spans = try array(spans) { span in
      let entry = unsafe make(dyad__v1__span_root__init)
      unsafe entry.pointee.first_day = span.days.lowerBound
      unsafe entry.pointee.last_day = span.days.upperBound
      unsafe entry.pointee.root = root(span.root)
      return unsafe entry
    }
    unsafe message.pointee.n_spans = spans.count
    return unsafe message
  }

  func roots(
    spans: [ClosedRange<Int64>], _ roots: [Int64: DayRoot]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__DayRoots> {
    try at("span_count") { () throws(CodecError) in
      _ = try rules.count(spans.count, atMost: CodecBound.spans)
    }
    try at("first_days") { () throws(CodecError) in try rules.ascending(spans) }
    let days = roots.keys.sorted()
    let message = unsafe make(dyad__v1__day_roots__init)
    unsafe message.pointee.span_count = UInt32(spans.count)
    unsafe message.pointee.first_days = column(spans.map(\.lowerBound))
    unsafe message.pointee.last_days = column(spans.map(\.upperBound))
    unsafe message.pointee.day_count = try at("day_count") { () throws(CodecError) in
      try count(days.count, atMost: CodecBound.days)
    }
    try at("days") { () throws(CodecError) in try rules.ascending(days) }
    unsafe message.pointee.days = column(days)
    let ordered = days.compactMap { roots[$0] }
    unsafe message.pointee.counts = column(ordered.map { Int64(bitPattern: $0.count) })
    unsafe message.pointee.highs = array(
      ordered.map { UInt64(truncatingIfNeeded: $0.sum >> 64) })
    unsafe message.pointee.n_highs = ordered.count
    unsafe message.pointee.lows = array(ordered.map { UInt64(truncatingIfNeeded: $0.sum) })
    unsafe message.pointee.n_lows = ordered.count
    return unsafe message
  }
}

extension Unpacking {
  /// A root; that which is left out is of no dots.
  func root(_ message: UnsafeMutablePointer<Dyad__V1__DayRoot>?) -> DayRoot {
    guard let message = unsafe message else { return DayRoot() }
    return unsafe DayRoot(
      count: message.pointee.count,
      sum: UInt128(message.pointee.high) << 64 | UInt128(message.pointee.low))
  }

  func spans(
    _ message: UnsafeMutablePointer<Dyad__V1__SpanRoots>?
  ) throws(CodecError) -> [SpanRoot] {
    guard let message = unsafe message else { return [] }
    let count = try unsafe rules.count(message.pointee.n_spans, atMost: CodecBound.spans)
    let spans = try unsafe values(count, message.pointee.spans) { span throws(CodecError) in
      SpanRoot(
        days: try days(from: unsafe span.pointee.first_day, to: unsafe span.pointee.last_day),
        root: unsafe root(span.pointee.root))
    }
    try rules.ascending(spans.map(\.days))
    return spans
  }

  private func days(from first: Int64, to last: Int64) throws(CodecError) -> ClosedRange<Int64> {
    guard first <= last else {
      throw CodecError(.unordered, "a span ends before it begins")
    }
    return first...last
  }

  func roots(
    _ message: UnsafeMutablePointer<Dyad__V1__DayRoots>?
  ) throws(CodecError) -> ReconcilePart.Content {
    guard let message = unsafe message else { return .days(spans: [], [:]) }
    let spanCount = try at("span_count") { () throws(CodecError) in
      try unsafe count(message.pointee.span_count, atMost: CodecBound.spans)
    }
    let firstDays = try at("first_days") { () throws(CodecError) in
      try unsafe numbers(message.pointee.first_days, count: spanCount)
    }
    let lastDays = try at("last_days") { () throws(CodecError) in
      try unsafe numbers(message.pointee.last_days, count: spanCount)
    }
    let spans = try at("last_days") { () throws(CodecError) in
      var spans: [ClosedRange<Int64>] = []
      for (first, last) in zip(firstDays, lastDays) {
        spans.append(try self.days(from: first, to: last))
      }
      try rules.ascending(spans)
      return spans
    }
    let days = try unsafe self.days(message.pointee.days, count: message.pointee.day_count)
    let counts = try at("counts") { () throws(CodecError) in
      try unsafe numbers(message.pointee.counts, count: days.count)
    }
    guard unsafe message.pointee.n_highs == days.count else {
      throw CodecError(
        .wrongCount, "highs", "\(unsafe message.pointee.n_highs) for \(days.count) days")
    }
    guard unsafe message.pointee.n_lows == days.count else {
      throw CodecError(
        .wrongCount, "lows", "\(unsafe message.pointee.n_lows) for \(days.count) days")
    }
    var roots: [Int64: DayRoot] = [:]
    roots.reserveCapacity(days.count)
    for (index, day) in days.enumerated() {
      roots[day] = unsafe DayRoot(
        count: UInt64(bitPattern: counts[index]),
        sum: UInt128(message.pointee.highs[index]) << 64 | UInt128(message.pointee.lows[index]))
    }
    return .days(spans: spans, roots)
  }

  /// Days that ascend.
  func days(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: UInt32
  ) throws(CodecError) -> [Int64] {
    let count = try at("day_count") { () throws(CodecError) in
      try self.count(count, atMost: CodecBound.days)
    }
    return try at("days") { () throws(CodecError) in
      let days = try unsafe numbers(column, count: count)
      try rules.ascending(days)
      return days
    }
  }
}
