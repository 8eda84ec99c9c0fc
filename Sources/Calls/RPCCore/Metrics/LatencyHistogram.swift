private import Synchronization

/// How long calls took, in buckets that double: up to 64 µs, 128 µs, … 67 s, and longer.
package final class LatencyHistogram: Sendable {
  // One word each: a histogram is read while it is written, and off by one then.
  private let buckets: [Bucket]
  private let nanoseconds = Atomic<Int>(0)

  private final class Bucket: Sendable {
    let count = Atomic<Int>(0)
  }

  private static let first = 64_000
  private static let bucketCount = 22
  // A year: what is longer counts as one, because nanoseconds end after 292.
  private static let longest = Duration.seconds(365 * 86_400)

  package init() {
    buckets = (0..<Self.bucketCount).map { _ in Bucket() }
  }

  /// Counts a duration.
  package func record(_ duration: Duration) {
    let (seconds, attoseconds) = min(max(duration, .zero), Self.longest).components
    let time = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    let steps = (time + Self.first - 1) / Self.first
    let index = steps <= 1 ? 0 : Int.bitWidth - (steps - 1).leadingZeroBitCount
    buckets[min(index, Self.bucketCount - 1)].count.add(1, ordering: .relaxed)
    // Many long calls together may exceed a word, which is no reason to stop.
    nanoseconds.wrappingAdd(time, ordering: .relaxed)
  }

  /// The counts so far.
  package var snapshot: Snapshot {
    Snapshot(
      counts: buckets.map { $0.count.load(ordering: .relaxed) },
      total: .nanoseconds(nanoseconds.load(ordering: .relaxed)))
  }

  /// What a histogram held at one time.
  package struct Snapshot: Hashable, Sendable {
    /// How many durations fell into each bucket.
    package var counts: [Int]
    /// All durations together.
    package var total: Duration

    /// The longest duration of a bucket, or `nil` for the last, which has none.
    package static func bound(of bucket: Int) -> Duration? {
      bucket < bucketCount - 1 ? .nanoseconds(first << bucket) : nil
    }
  }
}
