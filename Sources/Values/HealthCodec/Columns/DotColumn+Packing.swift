internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// A column of dots, or nothing for none.
  func column(_ dots: DotColumn) -> UnsafeMutablePointer<Dyad__V1__DotColumn>? {
    guard !dots.isEmpty else { return nil }
    var incarnations: [UInt64] = []
    var places: [Incarnation: Int] = [:]
    var next: [UInt64] = []
    var indexes: [Int64] = []
    var steps: [Int64] = []
    for span in dots.spans {
      let place = places[span.incarnation] ?? incarnations.count
      if place == incarnations.count {
        places[span.incarnation] = place
        incarnations.append(span.incarnation.rawValue)
        next.append(0)
      }
      indexes.append(Int64(place))
      steps.append(Int64(bitPattern: span.first &- next[place]))
      next[place] = span.first &+ UInt64(span.count)
    }
    let column = unsafe make(dyad__v1__dot_column__init)
    unsafe column.pointee.incarnations = array(incarnations)
    unsafe column.pointee.n_incarnations = incarnations.count
    unsafe column.pointee.incarnation_indexes = self.column(indexes)
    unsafe column.pointee.counts = self.column(dots.spans.map { Int64($0.count) })
    unsafe column.pointee.steps = self.column(steps)
    return unsafe column
  }

  /// A column of counters, or nothing for none.
  func column(_ counters: CounterColumn) -> UnsafeMutablePointer<Dyad__V1__CounterColumn>? {
    guard !counters.isEmpty else { return nil }
    let column = unsafe make(dyad__v1__counter_column__init)
    unsafe column.pointee.counts = self.column(counters.spans.map { Int64($0.count) })
    var next: Int64 = 0
    var steps: [Int64] = []
    for span in counters.spans {
      steps.append(span.first &- next)
      next = span.first &+ Int64(span.count)
    }
    unsafe column.pointee.steps = self.column(steps)
    return unsafe column
  }
}
