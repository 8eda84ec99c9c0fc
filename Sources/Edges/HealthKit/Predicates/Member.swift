internal import HealthModel

/// What values have at the keys of a predicate.
///
/// Without an Objective-C runtime nobody can ask an object for a key: those of this library answer by the
/// names that predicates have for what is in them, and all others show what they store.
enum Member {
  /// What a value has at a key path; the value itself at an empty one.
  static func value(at path: ArraySlice<String>, of value: Any?) -> Any? {
    guard let value = unwrapped(value) else { return nil }
    guard let key = path.first else { return value }
    if key == "metadata", let object = value as? HKObject {
      let rest = path.dropFirst()
      // The keys of metadata may have points in them.
      return rest.isEmpty
        ? object.metadata
        : object.rows.metadata(object.row, rest.joined(separator: "."))?.foundation
    }
    return self.value(at: path.dropFirst(), of: member(key, of: value))
  }

  /// The elements of a collection; `nil` for anything else.
  static func elements(_ value: Any?) -> [Any?]? {
    switch unwrapped(value) {
    case let elements as [Any]: elements.map { unwrapped($0) }
    case let elements as NSArray: elements.map { unwrapped($0) }
    case let elements as NSSet: elements.map { unwrapped($0) }
    case let elements as Set<AnyHashable>: elements.map { unwrapped($0.base) }
    case let elements?:
      Mirror(reflecting: elements).displayStyle == .set
        ? Mirror(reflecting: elements).children.map { unwrapped($0.value) } : nil
    case nil: nil
    }
  }

  /// The value inside of any number of optionals; `nil` also for Objective-C's null.
  static func unwrapped(_ value: Any?) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return unwrapped(mirror.children.first?.value)
  }

  private static func member(_ key: String, of value: Any) -> Any? {
    switch value {
    case let object as HKObject: member(key, of: object)
    case let summary as HKActivitySummary:
      key == HKPredicateKeyPathDateComponents
        ? summary.dateComponents(for: Calendar(identifier: .gregorian)) : nil
    case let activity as HKWorkoutActivity: member(key, of: activity.own)
    case let source as HKSource:
      key == "name" ? source.name : key == "bundleIdentifier" ? source.bundleIdentifier : nil
    case let revision as HKSourceRevision:
      switch key {
      case "source": revision.source
      case "version": revision.version
      case "productType": revision.productType
      default: nil
      }
    case let device as HKDevice: member(key, of: device)
    case let resource as HKFHIRResource:
      key == "identifier"
        ? resource.identifier : key == "resourceType" ? resource.resourceType.rawValue : nil
    case let type as HKObjectType: key == "identifier" ? type.identifier : nil
    case let dictionary as [String: Any]: dictionary[key]
    case let dictionary as NSDictionary: dictionary[key]
    default: stored(key, of: value)
    }
  }

  private static func member(_ key: String, of device: HKDevice) -> Any? {
    switch key {
    case "name": device.name
    case "manufacturer": device.manufacturer
    case "model": device.model
    case "hardwareVersion", "hardware": device.hardwareVersion
    case "firmwareVersion", "firmware": device.firmwareVersion
    case "softwareVersion", "software": device.softwareVersion
    case "localIdentifier": device.localIdentifier
    case "udiDeviceIdentifier": device.udiDeviceIdentifier
    default: nil
    }
  }

  private static func member(_ key: String, of object: HKObject) -> Any? {
    switch key {
    case HKPredicateKeyPathUUID, "uuid": return object.uuid
    case HKPredicateKeyPathSource: return object.source
    case HKPredicateKeyPathSourceRevision: return object.sourceRevision
    case HKPredicateKeyPathDevice: return object.device
    case HKPredicateKeyPathStartDate: return (object as? HKSample)?.startDate
    case HKPredicateKeyPathEndDate: return (object as? HKSample)?.endDate
    case "sampleType": return (object as? HKSample)?.sampleType
    default: break
    }
    switch object {
    case let sample as HKQuantitySample: return member(key, of: sample)
    case let sample as HKCategorySample:
      return key == HKPredicateKeyPathCategoryValue
        ? sample.value : key == "categoryType" ? sample.categoryType : nil
    case let workout as HKWorkout: return member(key, of: workout)
    case let correlation as HKCorrelation:
      return key == "objects"
        ? Array(correlation.objects)
        : key == "correlationType" ? correlation.correlationType : nil
    case let record as HKClinicalRecord: return key == "FHIRResource" ? record.fhirResource : nil
    case let sample as HKCDADocumentSample: return member(key, of: sample)
    default: return nil
    }
  }

  private static func member(_ key: String, of sample: HKQuantitySample) -> Any? {
    switch key {
    case HKPredicateKeyPathQuantity: return sample.quantity
    case HKPredicateKeyPathCount: return sample.count
    case "quantityType": return sample.quantityType
    default: break
    }
    guard let discrete = sample as? HKDiscreteQuantitySample else { return nil }
    let interval = discrete.mostRecentQuantityDateInterval
    switch key {
    case HKPredicateKeyPathMin: return discrete.minimumQuantity
    case HKPredicateKeyPathMax: return discrete.maximumQuantity
    case HKPredicateKeyPathMostRecent: return discrete.mostRecentQuantity
    case HKPredicateKeyPathMostRecentStartDate: return interval.start
    case HKPredicateKeyPathMostRecentEndDate: return interval.end
    case HKPredicateKeyPathMostRecentDuration: return interval.duration
    default: return nil
    }
  }

  private static func member(_ key: String, of workout: HKWorkout) -> Any? {
    switch key {
    case HKPredicateKeyPathWorkoutType, "workoutActivityType":
      Int(workout.workout.activity)
    case HKPredicateKeyPathWorkoutDuration: workout.duration
    case HKPredicateKeyPathWorkoutTotalDistance: workout.totalDistance
    case HKPredicateKeyPathWorkoutTotalEnergyBurned: workout.totalEnergyBurned
    case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: workout.totalSwimmingStrokeCount
    case HKPredicateKeyPathWorkoutTotalFlightsClimbed: workout.totalFlightsClimbed
    case "workoutEvents": workout.workoutEvents
    case "workoutActivities": workout.workoutActivities
    default: nil
    }
  }

  private static func member(_ key: String, of sample: HKCDADocumentSample) -> Any? {
    switch key {
    case HKPredicateKeyPathCDATitle: sample.document?.title
    case HKPredicateKeyPathCDAPatientName: sample.document?.patientName
    case HKPredicateKeyPathCDAAuthorName: sample.document?.authorName
    case HKPredicateKeyPathCDACustodianName: sample.document?.custodianName
    default: nil
    }
  }

  private static func stored(_ key: String, of value: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) { return child.value }
      mirror = current.superclassMirror
    }
    return (value as? any Collection).flatMap { key == "count" ? $0.count : nil }
  }
}
