internal import HealthModel

/// Several interval sets as two columns, the intervals of each after those of the one before.
struct IntervalColumns {
  /// How many intervals each set has.
  private(set) var counts: [Int64] = []
  /// For each interval its lower bound less the upper bound before it.
  private(set) var gaps: [Int64] = []
  /// For each interval its upper less its lower bound.
  private(set) var lengths: [Int64] = []

  /// Adds a set; throws when there are more intervals than decoders take.
  mutating func append(_ set: IntervalSet) throws(CodecError) {
    guard gaps.count + set.intervals.count <= CodecBound.intervals else {
      throw CodecError(
        .tooLarge, "more than \(CodecBound.intervals) intervals", operation: .encode)
    }
    var end: UInt64 = 0
    for interval in set.intervals {
      // Bit patterns: numbers beyond 2^63 wrap to negative ones and back.
      gaps.append(Int64(bitPattern: interval.lowerBound &- end))
      lengths.append(Int64(bitPattern: interval.upperBound - interval.lowerBound))
      end = interval.upperBound
    }
    counts.append(Int64(set.intervals.count))
  }

  /// The set of intervals, each given by its gap and its length, the first gap counted from `end`.
  static func set(
    gaps: ArraySlice<Int64>, lengths: ArraySlice<Int64>, after end: UInt64 = 0
  ) throws(CodecError) -> IntervalSet {
    var intervals: [ClosedRange<UInt64>] = []
    intervals.reserveCapacity(gaps.count)
    var end = end
    for (gap, length) in zip(gaps, lengths) {
      let (lower, beyond) = end.addingReportingOverflow(UInt64(bitPattern: gap))
      let (upper, tooLong) = lower.addingReportingOverflow(UInt64(bitPattern: length))
      // The first may lie anywhere, before `end` too; those after it ascend.
      guard !beyond || intervals.isEmpty, !tooLong else {
        throw CodecError(.outOfRange, "an interval needs more than 64 bits")
      }
      intervals.append(lower...upper)
      end = upper
    }
    guard let set = IntervalSet(stored: intervals) else {
      throw CodecError(.unordered, "intervals touch or do not ascend")
    }
    return set
  }
}
