/// Why a zone cannot be used, or why no buckets come of an interval.
package struct CalendarError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// No zone has the name.
    case unknownZone
    /// The machine has no zones at all.
    case noZones
    /// The file of the zone is not what it should be, or cannot be read.
    case damagedZone
    /// The interval is no length of time.
    case interval
    /// The dates lie where no calendar is kept.
    case outOfRange
    /// There would be more buckets than the caller is ready for.
    case tooManyEdges
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "use the time zone Europe/Berlin".
  package var operation: String
  /// The reason.
  package var detail: String
  /// What to do about it, where there is something to say.
  package var advice: String?

  init(_ code: Code, cannot operation: String, _ detail: String, advice: String? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.advice = advice
  }
}

extension CalendarError: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(operation): \(detail)" }
}
