/// A sort descriptor of a key, such as `HKSampleSortIdentifierStartDate`.
final class KeySortDescriptor: NSSortDescriptor {
  /// The key without the prefix that iOS 8 had.
  let sortKey: String

  init(_ key: String, ascending: Bool) {
    sortKey = Self.names[key] ?? key
    // The superclass wants a key path; what compares is below.
    super.init(keyPath: \HKSample.startDate, ascending: ascending)
  }

  /// Sort descriptors are not read from archives.
  required init?(coder: NSCoder) { nil }

  private static let names = [
    "HKSampleSortIdentifierStartDate": HKSampleSortIdentifierStartDate,
    "HKSampleSortIdentifierEndDate": HKSampleSortIdentifierEndDate,
    "HKWorkoutSortIdentifierDuration": HKWorkoutSortIdentifierDuration,
    "HKWorkoutSortIdentifierTotalDistance": HKWorkoutSortIdentifierTotalDistance,
    "HKWorkoutSortIdentifierTotalEnergyBurned": HKWorkoutSortIdentifierTotalEnergyBurned,
  ]

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let path = sortKey.split(separator: ".").map(String.init)[...]
    let one = Member.value(at: path, of: object1)
    let two = Member.value(at: path, of: object2)
    // What has no value comes last in either direction, as where the engine sorts.
    guard let one, let two else {
      return one == nil ? two == nil ? .orderedSame : .orderedDescending : .orderedAscending
    }
    let order: ComparisonResult =
      PredicateValues.stands(one, .lessThan, two, [])
      ? .orderedAscending
      : PredicateValues.stands(one, .greaterThan, two, []) ? .orderedDescending : .orderedSame
    guard !ascending else { return order }
    return ComparisonResult(rawValue: -order.rawValue) ?? .orderedSame
  }

  override var reversedSortDescriptor: Any { KeySortDescriptor(sortKey, ascending: !ascending) }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSSortDescriptor: InitializedByFactory {}

// Linux's Foundation has the name and refuses to compile it.
extension InitializedByFactory where Self: NSSortDescriptor {
  /// A sort descriptor of a key, such as `HKSampleSortIdentifierStartDate`.
  public init(key: String?, ascending: Bool) {
    guard let descriptor = KeySortDescriptor(key ?? "self", ascending: ascending) as? Self else {
      stop("\(Self.self) has no key")
    }
    self = descriptor
  }
}
