package import HealthModel

/// What cannot be read of a segment whose directory can (R24).
package struct SegmentDamage: Hashable, Sendable {
  /// The blocks whose columns are not what was written.
  package var blocks: Set<Int64>
  /// The live dots in them, as far as they were neither stored anew nor buried since.
  package var dots: VersionVector
}

/// What is known of a segment whose directory is damaged and could not be made anew from its blocks (R24).
package struct LostSegment: Hashable, Sendable {
  package var type: ObjectType
  /// From when to when its samples begin, where its partial aggregates say so.
  package var starts: ClosedRange<Double>?
  /// Whether the sync rules gave up to claim that they know what it held.
  package var isClaimGivenUp: Bool
}

extension StoreState {
  /// Checks that nothing of a type is lost that a question asks for.
  ///
  /// - Parameters:
  ///   - type: Whose samples are asked for.
  ///   - box: When they begin and end; `nil` where nothing can match.
  ///   - position: The place in the log after which they are asked for.
  /// - Throws: `damaged`, with the days where they are known.
  package func checkNothingIsLost(
    of type: ObjectType, in box: TimeBox?, after position: Int64 = 0
  ) throws(StorageError) {
    // What was saved since the store was opened is not lost.
    guard !lost.isEmpty, let box, position < lostThrough else { return }
    for (id, segment) in lost.sorted(by: { $0.key < $1.key }) where segment.type == type {
      if let starts = segment.starts,
        !box.admits(
          minStart: starts.lowerBound, maxStart: starts.upperBound, minEnd: starts.lowerBound,
          maxEnd: .infinity)
      {
        continue
      }
      throw StorageError(
        .damaged, cannot: "read all samples of \(type.identifier)",
        "some \(segment.days) are lost, because the directory of segment \(id) is damaged")
    }
  }
}

extension LostSegment {
  /// When its samples began, as people read it.
  package var days: String {
    starts.map { Instant.days(from: $0.lowerBound, to: $0.upperBound) } ?? "of unknown days"
  }
}

extension StorageError {
  /// The same error with the samples that cannot be read.
  func naming(_ block: SegmentDirectory.Block, of type: ObjectType) -> Self {
    var error = self
    let days = Instant.days(from: block.minStart, to: block.maxEnd)
    error.detail += "; it holds \(block.count) of \(type.identifier) \(days)"
    return error
  }
}

extension Instant {
  /// The days in UTC from one instant to another: "of 2026-03-01", or "from 2026-03-01 to 2026-03-04".
  static func days(from start: Double, to end: Double) -> String {
    let (first, last) = (day(of: start), day(of: end))
    return first == last ? "of \(first)" : "from \(first) to \(last)"
  }

  /// The day of an instant in UTC; bytes from a disk may make it any number.
  private static func day(of seconds: Double) -> String {
    guard permitted.contains(seconds) else { return "no day" }
    let day = Int(((seconds + secondsFrom1970) / secondsPerDay).rounded(.down))
    // Years that begin in March have their leap day at the end; 400 of them have 146,097 days.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return [
      padded(year + era * 400 + (number <= 2 ? 1 : 0), 4), padded(number, 2),
      padded(dayOfYear - (153 * month + 2) / 5 + 1, 2),
    ].joined(separator: "-")
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
