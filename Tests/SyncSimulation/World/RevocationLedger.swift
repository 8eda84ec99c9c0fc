internal import HealthModel

/// Which types a person took from watches, and which of that the watches have heard: none of it is undone
/// (R20).
struct RevocationLedger {
  /// What was taken last and not given back since, by the device of the watch.
  private var taken: [DeviceID: Set<ObjectType>] = [:]
  /// What of it the watch heard, and keeps.
  private var heard: [DeviceID: Set<ObjectType>] = [:]

  var isEmpty: Bool { taken.isEmpty }

  /// Notes that a person gave a type to a watch, or took it.
  mutating func note(_ type: ObjectType, of watch: DeviceID, isGiven: Bool) {
    if isGiven {
      taken[watch]?.remove(type)
      heard[watch]?.remove(type)
    } else {
      taken[watch, default: []].insert(type)
    }
  }

  /// Notes that a watch keeps what the phone has decided.
  mutating func noteHeard(by watch: DeviceID, scope: TypeScope) {
    guard let types = taken[watch] else { return }
    heard[watch, default: []].formUnion(types.filter { !scope.contains($0) })
  }

  /// Notes that a watch lost state, and so maybe what it heard.
  mutating func noteLoss(of watch: DeviceID) { heard[watch] = nil }

  /// What a watch may have although it heard that it may not.
  func undone(by settings: WatchSettings, of watch: DeviceID) -> Set<ObjectType> {
    (heard[watch] ?? []).filter { settings.scope.contains($0) }
  }
}
