internal import HealthModel

/// The dots of several days as columns: the intervals of a stream count from those of the day before,
/// so that a day whose numbers go on costs little.
struct DayDotColumns {
  private(set) var streamCounts: [Int64] = []
  private(set) var streamSteps: [Int64] = []
  private(set) var intervalCounts: [Int64] = []
  private(set) var gaps: [Int64] = []
  private(set) var lengths: [Int64] = []
  private let indexes: [VersionVector.Stream: Int]
  /// For each stream the upper bound of its last interval.
  private var ends: [UInt64]

  /// Columns of dots of the given streams.
  init(_ streams: [VersionVector.Stream]) {
    indexes = Dictionary(uniqueKeysWithValues: streams.enumerated().map { ($1, $0) })
    ends = Array(repeating: 0, count: streams.count)
  }

  /// All streams that occur, in the order in which they are written.
  static func streams(_ days: some Sequence<VersionVector>) -> [VersionVector.Stream] {
    var all: Set<VersionVector.Stream> = []
    for day in days { all.formUnion(day.streams.keys) }
    return all.sorted { $0.isOrdered(before: $1) }
  }

  /// Adds the next day.
  mutating func append(_ day: VersionVector) throws(CodecError) {
    let streams = day.streams.compactMap { stream, set in indexes[stream].map { ($0, set) } }
      .sorted { $0.0 < $1.0 }
    guard streamSteps.count + streams.count <= CodecBound.days else {
      throw CodecError(
        .tooLarge, "more than \(CodecBound.days) streams over all days", operation: .encode)
    }
    streamCounts.append(Int64(streams.count))
    var last = -1
    for (index, set) in streams {
      guard gaps.count + set.intervals.count <= CodecBound.intervals else {
        throw CodecError(
          .tooLarge, "more than \(CodecBound.intervals) intervals", operation: .encode)
      }
      streamSteps.append(Int64(index - last - 1))
      last = index
      intervalCounts.append(Int64(set.intervals.count))
      for interval in set.intervals {
        gaps.append(Int64(bitPattern: interval.lowerBound &- ends[index]))
        lengths.append(Int64(bitPattern: interval.upperBound - interval.lowerBound))
        ends[index] = interval.upperBound
      }
    }
  }
}
