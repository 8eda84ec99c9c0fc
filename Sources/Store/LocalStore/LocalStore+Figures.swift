package import HealthModel
internal import HealthStorage
internal import Synchronization

// What a store holds, in numbers.
extension LocalStore {
  /// How many samples of each type are in sight; what links workouts to their samples is none.
  package var sampleCounts: [ObjectType: Int] { state.sampleCounts }

  /// How many samples are in sight.
  package var sampleCount: Int { sampleCounts.values.reduce(0, +) }

  /// How many segments cannot be read, or not all of them.
  package var damagedSegmentCount: Int {
    let state = state
    return Set(state.damagedSegments.keys).union(state.damage.keys).count
  }

  /// The same with what the last verification found beside them.
  package var damagedPartCount: Int {
    damagedSegmentCount + state.damagedDocuments.count + lastingDamage.load(ordering: .relaxed)
  }
}

extension StoreState {
  /// How many samples of each type are in sight, where there are any.
  var sampleCounts: [ObjectType: Int] {
    var counts: [ObjectType: Int] = [:]
    for (type, held) in types where type != .association {
      let count = held.liveCount(without: damage)
      if count > 0 { counts[type] = count }
    }
    return counts
  }
}
