/// What is to be done in a workout, and where.
open class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What is done.
  open var activityType = HKWorkoutActivityType.other
  /// Whether it is done indoors or outdoors.
  open var locationType = HKWorkoutSessionLocationType.unknown
  /// Where a workout of swimming takes place.
  open var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
  /// How long a lap of the pool is, for one.
  open var lapLength: HKQuantity?

  /// A configuration that says nothing yet.
  public override init() {
    super.init()
  }

  open override var description: String {
    "<HKWorkoutConfiguration \(activityType) \(locationType) \(swimmingLocationType)"
      + (lapLength.map { " \($0)>" } ?? ">")
  }

  /// Configurations are equal where all that they say is.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutConfiguration else { return false }
    return activityType == other.activityType && locationType == other.locationType
      && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(activityType)
    hasher.combine(locationType)
    hasher.combine(swimmingLocationType)
    return hasher.finalize()
  }

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
    activityType = activity
    locationType = location
    swimmingLocationType = swimming
    lapLength = coder.decodeObject(of: HKQuantity.self, forKey: "lapLength")
  }

  /// Archives all that the configuration says.
  open func encode(with coder: NSCoder) {
    coder.encode(Int(bitPattern: activityType.rawValue), forKey: "activityType")
    coder.encode(locationType.rawValue, forKey: "locationType")
    coder.encode(swimmingLocationType.rawValue, forKey: "swimmingLocationType")
    if let lapLength { coder.encode(lapLength, forKey: "lapLength") }
  }

  /// Another configuration that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = HKWorkoutConfiguration()
    copy.activityType = activityType
    copy.locationType = locationType
    copy.swimmingLocationType = swimmingLocationType
    copy.lapLength = lapLength
    return copy
  }
}
