internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  /// The dots of `count` rows, or none where the column is left out.
  func dots(
    _ column: UnsafeMutablePointer<Dyad__V1__DotColumn>?, count: Int
  ) throws(CodecError) -> DotColumn {
    guard let column = unsafe column else { return DotColumn() }
    let counts = try at("counts") { () throws(CodecError) in
      try unsafe spanCounts(column.pointee.counts, rows: count)
    }
    let incarnationCount = unsafe column.pointee.n_incarnations
    guard incarnationCount <= count else {
      throw CodecError(.tooLarge, "incarnations", "\(incarnationCount) for \(count) rows")
    }
    let indexes = try at("incarnation_indexes") { () throws(CodecError) in
      try unsafe numbers(
        column.pointee.incarnation_indexes, count: counts.count,
        in: 0...Int64(max(0, incarnationCount - 1)))
    }
    let steps = try at("steps") { () throws(CodecError) in
      try unsafe numbers(column.pointee.steps, count: counts.count)
    }
    var next = [UInt64](repeating: 0, count: incarnationCount)
    var dots = DotColumn()
    for (span, index) in indexes.enumerated() {
      guard index < incarnationCount, let incarnations = unsafe column.pointee.incarnations else {
        throw CodecError(.outOfRange, "incarnation_indexes", "no incarnation has index \(index)")
      }
      let place = Int(index)
      let first = next[place] &+ UInt64(bitPattern: steps[span])
      let (end, overflow) = first.addingReportingOverflow(UInt64(counts[span]))
      guard !overflow else {
        throw CodecError(.outOfRange, "steps", "a sequence number needs more than 64 bits")
      }
      next[place] = end
      dots.append(
        DotColumn.Span(
          incarnation: Incarnation(rawValue: unsafe incarnations[place]), first: first,
          count: counts[span]))
    }
    try checkDistinct(dots)
    return dots
  }

  private func checkDistinct(_ dots: DotColumn) throws(CodecError) {
    guard dots.spans.count > 1 else { return }
    let spans = dots.spans.sorted { ($0.incarnation, $0.first) < ($1.incarnation, $1.first) }
    for (left, right) in zip(spans, spans.dropFirst())
    where left.incarnation == right.incarnation && right.first - left.first < UInt64(left.count) {
      throw CodecError(.duplicate, "a dot occurs twice")
    }
  }

  /// The log positions of `count` rows, or none where the column is left out.
  func positions(
    _ column: UnsafeMutablePointer<Dyad__V1__CounterColumn>?, count: Int
  ) throws(CodecError) -> CounterColumn {
    guard let column = unsafe column else { return CounterColumn() }
    guard limits.allowsPositions else {
      throw CodecError(.notAllowed, "log positions mean nothing outside their store")
    }
    let counts = try at("counts") { () throws(CodecError) in
      try unsafe spanCounts(column.pointee.counts, rows: count)
    }
    let steps = try at("steps") { () throws(CodecError) in
      try unsafe numbers(column.pointee.steps, count: counts.count)
    }
    var next: Int64 = 0
    var positions = CounterColumn()
    for (step, count) in zip(steps, counts) {
      let first = next &+ step
      let (end, overflow) = first.addingReportingOverflow(Int64(count))
      guard first >= 0, !overflow else {
        throw CodecError(.outOfRange, "steps", "a position is not in 0..<2^63")
      }
      next = end
      positions.append(CounterColumn.Span(first: first, count: count))
    }
    return positions
  }
}
