/// Bounds on the dates of whatever can match, so that blocks outside are never decoded.
package struct TimeBox: Hashable, Sendable {
  package var start: ClosedRange<Double>
  package var end: ClosedRange<Double>

  /// No bound at all.
  package static let everything = Self(
    start: -.infinity ... .infinity, end: -.infinity ... .infinity)

  package init(start: ClosedRange<Double>, end: ClosedRange<Double>) {
    self.start = start
    self.end = end
  }

  /// Bounds that every match of `predicate` obeys; `nil` when nothing can match.
  package init?(bounding predicate: Predicate) {
    switch predicate {
    case .constant(false): return nil
    case .start(let comparison, let date):
      guard let range = Self.range(comparison, date) else { return nil }
      self.init(start: range, end: -.infinity ... .infinity)
    case .end(let comparison, let date):
      guard let range = Self.range(comparison, date) else { return nil }
      self.init(start: -.infinity ... .infinity, end: range)
    case .and(let parts):
      var box = Self.everything
      for part in parts {
        guard let other = Self(bounding: part), let both = box.intersection(other) else {
          return nil
        }
        box = both
      }
      self = box
    case .or(let parts):
      let boxes = parts.compactMap { Self(bounding: $0) }
      guard let first = boxes.first else { return nil }
      self = boxes.dropFirst().reduce(first) { $0.hull($1) }
    default: self = .everything
    }
  }

  /// Whether a block with these bounds can hold a match.
  package func admits(
    minStart: Double, maxStart: Double, minEnd: Double, maxEnd: Double
  ) -> Bool {
    minStart <= start.upperBound && maxStart >= start.lowerBound && minEnd <= end.upperBound
      && maxEnd >= end.lowerBound
  }

  private func intersection(_ other: Self) -> Self? {
    guard start.overlaps(other.start), end.overlaps(other.end) else { return nil }
    return Self(start: start.clamped(to: other.start), end: end.clamped(to: other.end))
  }

  private func hull(_ other: Self) -> Self {
    Self(
      start: min(
        start.lowerBound, other.start.lowerBound)...max(start.upperBound, other.start.upperBound),
      end: min(end.lowerBound, other.end.lowerBound)...max(end.upperBound, other.end.upperBound))
  }

  private static func range(_ comparison: Comparison, _ date: Double) -> ClosedRange<Double>? {
    guard !date.isNaN else { return nil }
    switch comparison {
    case .less, .lessOrEqual: return -.infinity...date
    case .equal: return date...date
    case .notEqual: return -.infinity ... .infinity
    case .greaterOrEqual, .greater: return date ... .infinity
    }
  }
}
