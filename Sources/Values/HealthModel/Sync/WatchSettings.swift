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
  /// By what the phone knows its own settings again; empty where it told none.
  package var seal: [UInt8] = []

  /// Thirty days.
  package static let usualLease: Double = 30 * 86_400
  package static let mostAccesses = 16_384
  package static let mostRecords = 1_024
  package static let mostSealBytes = 256

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

extension WatchSettings {
  /// What a seal is made of: all that a hello has, and for which watch it is.
  package func sealedBytes(for watch: DeviceID) -> [UInt8] {
    var bytes = Array("dyad settings 1".utf8) + watch.bytes
    func add(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    func add(_ text: String) {
      add(UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    add(version.number)
    add(version.incarnation == nil ? 0 : 1)
    add(version.incarnation?.rawValue ?? 0)
    add(scope.isExclusion ? 1 : 0)
    add(UInt64(scope.listed.count))
    for type in scope.listed.sorted() { add(type.identifier) }
    add(UInt64(access.count))
    for access in access {
      add(access.app)
      add(access.type.identifier)
      add(UInt64(access.grant.share.rawValue))
      add(UInt64(access.grant.read.rawValue))
    }
    add((lease + 0).bitPattern)
    add(UInt64(answered.count))
    for question in answered.sorted() { add(question) }
    return bytes
  }
}
