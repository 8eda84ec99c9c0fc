extension Predicate {
  /// Whether it asks for nothing but dates, so that bounds of dates may tell what it says.
  package var isOfDates: Bool {
    switch self {
    case .constant, .start, .end: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfDates)
    case .not(let part): part.isOfDates
    default: false
    }
  }

  /// What it says of every sample that starts and ends within these bounds; `nil` where that is not
  /// the same for all.
  package func truth(
    starts: ClosedRange<Double>, ends: ClosedRange<Double>
  ) -> Bool? {
    switch self {
    case .constant(let flag): return flag
    case .start(let comparison, let date): return comparison.truth(of: starts, date)
    case .end(let comparison, let date): return comparison.truth(of: ends, date)
    case .and(let parts):
      return Self.all(parts.lazy.map { $0.truth(starts: starts, ends: ends) })
    case .or(let parts):
      return Self.all(parts.lazy.map { part in part.truth(starts: starts, ends: ends).map { !$0 } })
        .map { !$0 }
    case .not(let part): return part.truth(starts: starts, ends: ends).map { !$0 }
    default: return nil
    }
  }

  private static func all(_ truths: some Sequence<Bool?>) -> Bool? {
    var all: Bool? = true
    for truth in truths {
      if truth == false { return false }
      if truth == nil { all = nil }
    }
    return all
  }
}

extension Comparison {
  fileprivate func truth(of range: ClosedRange<Double>, _ bound: Double) -> Bool? {
    let (low, high) = (holds(range.lowerBound, bound), holds(range.upperBound, bound))
    // Only whether it is that very number can change and change back between the two ends.
    let isSame = range.lowerBound == range.upperBound
    switch self {
    case .equal, .notEqual:
      return low == high && (isSame || !range.contains(bound)) ? low : nil
    default: return low == high ? low : nil
    }
  }
}
