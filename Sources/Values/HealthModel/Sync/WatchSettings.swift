/// What the phone's owner decided for one watch, as one versioned record that only the phone writes
/// (R18).
package struct WatchSettings: Hashable, Sendable {
  /// How often it was decided, and by whom: equal only for the very same record.
  package struct Version: Hashable, Sendable {
    package var number: UInt64
    package var incarnation: Incarnation?

    package init(number: UInt64, incarnation: Incarnation?) {
      self.number = number
      self.incarnation = incarnation
    }

    /// Before every decision.
    package static let none = Self(number: 0, incarnation: nil)
    /// The highest number that nodes tell each other; one that is kept may be higher.
    package static let mostTold: UInt64 = 1 << 62 - 1
  }

  /// What one app may do with one type.
  package struct Access: Hashable, Sendable {
    package var app: String
    package var type: ObjectType
    package var grant: Grant

    package init(app: String, type: ObjectType, grant: Grant) {
      self.app = app
      self.type = type
      self.grant = grant
    }
  }

  package var version: Version
  /// What the phone sends to the watch: the operator's setting, never derived from what apps may do.
  package var scope: TypeScope
  /// Ascending by app and type.
  package var access: [Access]
  /// Records the phone owns, by key: characteristics, source orders, preferred units.
  package var records: [String: [UInt8]]
  /// How long the watch may act on `access` without hearing from the phone, in seconds.
  package var lease: Double
  /// The questions of the watch that the access answers.
  package var answered: Set<UInt64>

  /// Thirty days.
  package static let usualLease: Double = 30 * 86_400
  package static let mostAccesses = 16_384
  package static let mostRecords = 1_024

  package init(
    version: Version = .none, scope: TypeScope = .all, access: [Access] = [],
    records: [String: [UInt8]] = [:], lease: Double = Self.usualLease, answered: Set<UInt64> = []
  ) {
    self.version = version
    self.scope = scope
    self.access = access
    self.records = records
    self.lease = lease
    self.answered = answered
  }
}
