internal import HealthModel

// Predicates on any objects.
extension HKQuery {
  /// Objects whose metadata has a key.
  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    StorePredicate(.hasMetadata(key: key))
  }

  /// Objects whose metadata has one of some values; stops for values that metadata cannot hold.
  public class func predicateForObjects(
    withMetadataKey key: String, allowedValues: [Any]
  ) -> NSPredicate {
    StorePredicate(.metadataIn(key: key, Set(allowedValues.map { metadataValue($0, for: key) })))
  }

  /// Objects whose metadata has a value that stands so to another; stops for a value that metadata cannot
  /// hold.
  public class func predicateForObjects(
    withMetadataKey key: String, operatorType: NSComparisonPredicate.Operator, value: Any
  ) -> NSPredicate {
    if let comparison = operatorType.comparison {
      return StorePredicate(
        .metadata(key: key, comparison, metadataValue(value, for: key)))
    }
    return ConditionPredicate(
      .compare(
        Condition.Comparing(
          left: .path([HKPredicateKeyPathMetadata, key]), type: operatorType,
          right: .value(value))))
  }

  private class func metadataValue(_ value: Any, for key: String) -> MetadataValue {
    guard let known = MetadataValue(value) else {
      stop("Invalid class \(type(of: value)) for metadata key: \(key)")
    }
    return known
  }

  /// Objects that a source saved.
  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }

  /// Objects that one of some sources saved.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    StorePredicate(.sources(bundleIdentifiers: Set(sources.map(\.bundleIdentifier))))
  }

  /// Clinical records that came as a kind of resource of FHIR.
  public class func predicateForClinicalRecords(
    withFHIRResourceType resourceType: HKFHIRResourceType
  ) -> NSPredicate {
    clinicalRecords(HKPredicateKeyPathClinicalRecordFHIRResourceType, resourceType.rawValue)
  }

  /// The clinical record of a source that came as a kind of resource of FHIR and that the clinic calls so.
  public class func predicateForClinicalRecords(
    from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
  ) -> NSPredicate {
    NSCompoundPredicate(andPredicateWithSubpredicates: [
      predicateForObjects(from: source),
      predicateForClinicalRecords(withFHIRResourceType: resourceType),
      clinicalRecords(HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, identifier),
    ])
  }

  private class func clinicalRecords(_ path: String, _ text: String) -> NSPredicate {
    ConditionPredicate(
      .compare(
        Condition.Comparing(
          left: .path(path.components(separatedBy: ".")), type: .equalTo, right: .value(text))))
  }

  /// Objects that one of some revisions saved; `HKSourceRevisionAnyVersion` stands for all versions.
  public class func predicateForObjects(
    from sourceRevisions: Set<HKSourceRevision>
  ) -> NSPredicate {
    let any = sourceRevisions.filter { $0.version == HKSourceRevisionAnyVersion }
    let exact = sourceRevisions.subtracting(any).map {
      EngineRevision(source: $0.source.source, version: $0.version)
    }
    var parts: [EnginePredicate] = []
    if !any.isEmpty {
      parts.append(.sources(bundleIdentifiers: Set(any.map(\.source.bundleIdentifier))))
    }
    if !exact.isEmpty || any.isEmpty { parts.append(.revisions(Set(exact))) }
    return StorePredicate(parts.count == 1 ? parts[0] : .or(parts))
  }

  /// Objects of one of some devices, which are equal in all eight properties.
  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    StorePredicate(.devices(Set(devices.map(\.device))))
  }

  /// Objects of a device whose property is one of some texts; of none, where it is not set.
  ///
  /// - Parameters:
  ///   - key: One of the `HKDevicePropertyKey` constants; any other stops.
  ///   - allowedValues: The texts.
  /// - Returns: A predicate that the engine answers.
  public class func predicateForObjects(
    withDeviceProperty key: String, allowedValues: Set<String>
  ) -> NSPredicate {
    guard let property = deviceProperties[key] else { stop("\(key) is no device property") }
    return StorePredicate(.deviceProperty(property, allowedValues))
  }

  private static let deviceProperties: [String: EngineDevice.Property] = [
    HKDevicePropertyKeyName: .name, HKDevicePropertyKeyManufacturer: .manufacturer,
    HKDevicePropertyKeyModel: .model, HKDevicePropertyKeyHardwareVersion: .hardwareVersion,
    HKDevicePropertyKeyFirmwareVersion: .firmwareVersion,
    HKDevicePropertyKeySoftwareVersion: .softwareVersion,
    HKDevicePropertyKeyLocalIdentifier: .localIdentifier,
    HKDevicePropertyKeyUDIDeviceIdentifier: .udiDeviceIdentifier,
  ]

  /// The object of a UUID.
  public class func predicateForObject(with uuid: UUID) -> NSPredicate {
    predicateForObjects(with: [uuid])
  }

  /// The objects of some UUIDs.
  public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
    StorePredicate(.uuid(UUIDSet(uuids.map { SampleUUID($0) })))
  }

  /// Objects that belong to no correlation, which only a store can tell.
  public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
    StorePredicate(.uncorrelated)
  }

  /// Objects that belong to a workout, which only a store can tell.
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    StorePredicate(.memberOf(workout: workout.rows.uuid(workout.row)))
  }
}

// Predicates on samples.
extension HKQuery {
  /// Samples in a window of time.
  ///
  /// - Parameters:
  ///   - startDate: Where the window begins; `nil` leaves it open.
  ///   - endDate: Where it ends; `nil` leaves it open.
  ///   - options: How strictly a sample must lie inside; without any it overlaps.
  /// - Returns: A predicate that the engine answers.
  public class func predicateForSamples(
    withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    StorePredicate(
      .window(
        from: startDate?.timeIntervalSinceReferenceDate,
        to: endDate?.timeIntervalSinceReferenceDate, options: options.engine))
  }

  /// Samples whose quantity stands so to another; of units that measure something else never.
  public class func predicateForQuantitySamples(
    with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity
  ) -> NSPredicate {
    StorePredicate(.quantity(order(operatorType), quantity.quantity))
  }

  /// Samples whose category stands so to a value.
  public class func predicateForCategorySamples(
    with operatorType: NSComparisonPredicate.Operator, value: Int
  ) -> NSPredicate {
    StorePredicate(.category(order(operatorType), Int64(value)))
  }

  /// Samples whose category is one of some values.
  public class func predicateForCategorySamples(equalTo values: Set<Int>) -> NSPredicate {
    StorePredicate(.or(values.sorted().map { .category(.equal, Int64($0)) }))
  }

  /// The operator; stops for one that is no order.
  class func order(_ type: NSComparisonPredicate.Operator) -> Comparison {
    guard let comparison = type.comparison else {
      stop("the operator \(type) does not compare numbers")
    }
    return comparison
  }
}

extension HKCategoryValuePredicateProviding {
  /// Samples whose category stands so to a value.
  public static func predicateForSamples(
    _ operatorType: NSComparisonPredicate.Operator, value: Self
  ) -> NSPredicate {
    HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
  }

  /// Samples whose category is one of some values; none where there are no values.
  public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
    HKQuery.predicateForCategorySamples(equalTo: Set(values.map(\.rawValue)))
  }
}

extension HKCategoryValueSleepAnalysis {
  /// All stages of sleep, and sleep without a stage.
  public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}
