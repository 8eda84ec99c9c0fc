internal import HealthModel
private import Synchronization

/// What is to be done in a workout, and where.
///
/// It can be changed, and passed between threads: what it says is behind a lock.
open class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// All that a configuration says.
  private struct Facts: Hashable {
    var activityType = HKWorkoutActivityType.other
    var locationType = HKWorkoutSessionLocationType.unknown
    var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
    var lapLength: HKQuantity?
  }

  private let facts: Mutex<Facts>

  /// What is done.
  open var activityType: HKWorkoutActivityType {
    get { facts.withLock(\.activityType) }
    set { facts.withLock { $0.activityType = newValue } }
  }
  /// Whether it is done indoors or outdoors.
  open var locationType: HKWorkoutSessionLocationType {
    get { facts.withLock(\.locationType) }
    set { facts.withLock { $0.locationType = newValue } }
  }
  /// Where a workout of swimming takes place.
  open var swimmingLocationType: HKWorkoutSwimmingLocationType {
    get { facts.withLock(\.swimmingLocationType) }
    set { facts.withLock { $0.swimmingLocationType = newValue } }
  }
  /// How long a lap of the pool is, for one.
  open var lapLength: HKQuantity? {
    get { facts.withLock(\.lapLength) }
    set { facts.withLock { $0.lapLength = newValue } }
  }

  /// A configuration that says nothing yet.
  public override init() {
    facts = Mutex(Facts())
    super.init()
  }

  private init(_ facts: Facts) {
    self.facts = Mutex(facts)
    super.init()
  }

  open override var description: String {
    let facts = facts.withLock(\.self)
    return "<HKWorkoutConfiguration \(facts.activityType) \(facts.locationType) "
      + "\(facts.swimmingLocationType)" + (facts.lapLength.map { " \($0)>" } ?? ">")
  }

  /// Configurations are equal where all that they say is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutConfiguration)?.facts.withLock(\.self) == facts.withLock(\.self)
  }

  open override var hash: Int { facts.withLock(\.hashValue) }

  /// Configurations are archived with all that they say.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard
      let activity = HKWorkoutActivityType(
        rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "activityType"))),
      let location = HKWorkoutSessionLocationType(
        rawValue: coder.decodeInteger(forKey: "locationType")),
      let swimming = HKWorkoutSwimmingLocationType(
        rawValue: coder.decodeInteger(forKey: "swimmingLocationType"))
    else { return nil }
    facts = Mutex(
      Facts(
        activityType: activity, locationType: location, swimmingLocationType: swimming,
        lapLength: coder.decodeObject(of: HKQuantity.self, forKey: "lapLength")))
  }

  /// Archives all that the configuration says.
  open func encode(with coder: NSCoder) {
    let facts = facts.withLock(\.self)
    coder.encode(Int(bitPattern: facts.activityType.rawValue), forKey: "activityType")
    coder.encode(facts.locationType.rawValue, forKey: "locationType")
    coder.encode(facts.swimmingLocationType.rawValue, forKey: "swimmingLocationType")
    if let lapLength = facts.lapLength { coder.encode(lapLength, forKey: "lapLength") }
  }

  /// Another configuration that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    HKWorkoutConfiguration(facts.withLock(\.self))
  }
}

extension HKWorkoutConfiguration {
  /// What the companion of this app on the phone wants, where it had this program started.
  ///
  /// Apple's framework hands it to the delegate of the app: see `HKHealthStore.startWatchApp`.
  public static var handedOver: HKWorkoutConfiguration? {
    WorkoutPlan(environment: ProcessInfo.processInfo.environment).map { HKWorkoutConfiguration($0) }
  }
}
