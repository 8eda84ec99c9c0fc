internal import HealthModel
private import Synchronization

/// Which samples a live workout builder collects.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
  /// Predicates never change.
  private struct Types: @unchecked Sendable {
    var predicates: [HKQuantityType: NSPredicate?] = [:]
  }

  private let types: Mutex<Types>
  private let changed = Mutex<(@Sendable () -> Void)?>(nil)

  /// A source of the types that such a workout has.
  public init(
    healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?
  ) {
    var types = Types()
    // A configuration that fits no workout has no types.
    for type in (try? configuration?.plan)?.collectedTypes ?? [] {
      if let type = HKObjectType.of(type) as? HKQuantityType { types.predicates[type] = .some(nil) }
    }
    self.types = Mutex(types)
    super.init()
  }

  /// The types that are collected.
  open var typesToCollect: Set<HKQuantityType> { types.withLock { Set($0.predicates.keys) } }

  /// Collects a type as well, or what matches of it.
  open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    types.withLock { $0.predicates[quantityType] = .some(predicate) }
    changed.withLock { $0 }?()
  }

  /// Collects a type no more.
  open func disableCollection(for quantityType: HKQuantityType) {
    types.withLock { $0.predicates[quantityType] = nil }
    changed.withLock { $0 }?()
  }

  /// What is collected of each type.
  var predicates: [HKQuantityType: NSPredicate?] { types.withLock(\.self).predicates }

  /// Says what to do when that is different.
  func whenChanged(_ body: (@Sendable () -> Void)?) { changed.withLock { $0 = body } }
}
