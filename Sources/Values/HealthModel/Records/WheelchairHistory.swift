/// Whether the user moves in a wheelchair, with the instants from which that is so.
package struct WheelchairHistory: Hashable, Sendable {
  /// From an instant on, until the next change.
  package struct Change: Hashable, Sendable {
    /// Seconds since 2001-01-01 UTC.
    package var since: Double
    /// An `HKWheelchairUse` by raw value.
    package var value: Int64

    package init(since: Double, value: Int64) {
      self.since = since
      self.value = value
    }
  }

  /// Ascending by instant, each value unlike the one before it.
  package private(set) var changes: [Change] = []

  /// The values of `HKWheelchairUse`, from not set to yes.
  package static let values: ClosedRange<Int64> = 0...2
  /// Not set.
  package static let notSet: Int64 = 0
  /// In a wheelchair.
  package static let yes: Int64 = 2
  /// A change a month for a lifetime.
  package static let mostChanges = 1_200

  /// Never set.
  package init() {}

  /// The given changes, in any order.
  ///
  /// - Throws: `invalidArgument` for a value or an instant that cannot be, and for too many.
  package init(_ changes: [Change]) throws(ModelError) {
    guard changes.count <= Self.mostChanges else { throw Self.tooMany }
    for change in changes { try set(change.value, since: change.since) }
  }

  /// What held at an instant.
  package func value(at instant: Double) -> Int64 {
    changes.last { $0.since <= instant }?.value ?? Self.notSet
  }

  /// Lets `value` hold from an instant until the change after it.
  ///
  /// - Throws: `invalidArgument` for a value or an instant that cannot be, and for too many.
  package mutating func set(_ value: Int64, since instant: Double) throws(ModelError) {
    guard Self.values.contains(value), Instant.permitted.contains(instant) else {
      throw ModelError(
        .invalidArgument, cannot: "change the wheelchair use",
        "there is no such value, or its date is outside the years 1 to 9999")
    }
    var updated = changes.filter { $0.since != instant }
    let place = updated.firstIndex { $0.since > instant } ?? updated.count
    updated.insert(Change(since: instant, value: value), at: place)
    var last = Self.notSet
    updated = updated.filter { change in
      defer { last = change.value }
      return change.value != last
    }
    guard updated.count <= Self.mostChanges else { throw Self.tooMany }
    changes = updated
  }

  private static var tooMany: ModelError {
    ModelError(
      .invalidArgument, cannot: "change the wheelchair use", "more than \(mostChanges) changes")
  }
}
