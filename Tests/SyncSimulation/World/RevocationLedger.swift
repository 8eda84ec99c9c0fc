internal import HealthModel

/// Which types a person took from watches, and which of that the watches have heard: none of it is undone
/// (R20).
struct RevocationLedger {
  /// What was taken last from a watch and not given back since: for each type the versions that were decided
  /// since then without it.
  private var taken: [DeviceID: [ObjectType: Set<WatchSettings.Version>]] = [:]
  /// What of it the watch heard, and keeps.
  private var heard: [DeviceID: Set<ObjectType>] = [:]
  /// All versions that there ever were: one that a restore brings back is no new decision.
  private var seen: [DeviceID: Set<WatchSettings.Version>] = [:]

  /// Notes that a person gave a type to a watch, or took it.
  mutating func note(_ type: ObjectType, of watch: DeviceID, isGiven: Bool) {
    heard[watch]?.remove(type)
    taken[watch, default: [:]][type] = isGiven ? nil : []
  }

  /// Notes what is decided for a watch at present.
  mutating func note(_ settings: WatchSettings, of watch: DeviceID) {
    guard seen[watch, default: []].insert(settings.version).inserted else { return }
    for type in (taken[watch] ?? [:]).keys where !settings.scope.contains(type) {
      taken[watch]?[type]?.insert(settings.version)
    }
  }

  /// Notes which version a watch keeps.
  mutating func noteHeard(_ version: WatchSettings.Version, by watch: DeviceID) {
    for (type, versions) in taken[watch] ?? [:] where versions.contains(version) {
      heard[watch, default: []].insert(type)
    }
  }

  /// Notes that a watch lost state, and so maybe what it heard.
  mutating func noteLoss(of watch: DeviceID) { heard[watch] = nil }

  /// What a watch may have although it heard that it may not.
  func undone(by settings: WatchSettings, of watch: DeviceID) -> Set<ObjectType> {
    (heard[watch] ?? []).filter { settings.scope.contains($0) }
  }
}
