/// A metadata key that HealthKit defines, and what its value must be.
package struct MetadataKey: Hashable, Sendable {
  package enum Class: Hashable, Sendable {
    case string
    case number
    case bool
    case date
    /// A number among these.
    case enumeration(ClosedRange<Int64>)
    /// A quantity compatible with this unit.
    case quantity(Unit)
  }

  /// The key as it stands in an object's metadata.
  package let name: String
  package let valueClass: Class

  /// The key of this name; `nil` for an app's own.
  package static func named(_ name: String) -> MetadataKey? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Every key.
  package static let all: [MetadataKey] = early + later

  /// Those of iOS 8 to 10.
  private static let early: [MetadataKey] = [
    MetadataKey(name: "HKDeviceSerialNumber", valueClass: .string),
    MetadataKey(name: "HKBodyTemperatureSensorLocation", valueClass: .enumeration(0...11)),
    MetadataKey(name: "HKHeartRateSensorLocation", valueClass: .enumeration(0...6)),
    MetadataKey(name: "HKFoodType", valueClass: .string),
    MetadataKey(name: "HKUDIDeviceIdentifier", valueClass: .string),
    MetadataKey(name: "HKUDIProductionIdentifier", valueClass: .string),
    MetadataKey(name: "HKDigitalSignature", valueClass: .string),
    MetadataKey(name: "HKExternalUUID", valueClass: .string),
    MetadataKey(name: "HKTimeZone", valueClass: .string),
    MetadataKey(name: "HKDeviceName", valueClass: .string),
    MetadataKey(name: "HKDeviceManufacturerName", valueClass: .string),
    MetadataKey(name: "HKWasTakenInLab", valueClass: .bool),
    MetadataKey(name: "HKReferenceRangeLowerLimit", valueClass: .number),
    MetadataKey(name: "HKReferenceRangeUpperLimit", valueClass: .number),
    MetadataKey(name: "HKWasUserEntered", valueClass: .bool),
    MetadataKey(name: "HKWorkoutBrandName", valueClass: .string),
    MetadataKey(name: "HKGroupFitness", valueClass: .bool),
    MetadataKey(name: "HKIndoorWorkout", valueClass: .bool),
    MetadataKey(name: "HKCoachedWorkout", valueClass: .bool),
    MetadataKey(name: "HKWeatherCondition", valueClass: .enumeration(0...27)),
    MetadataKey(name: "HKWeatherTemperature", valueClass: .quantity(.kelvin())),
    MetadataKey(name: "HKWeatherHumidity", valueClass: .quantity(.percent)),
    MetadataKey(name: "HKSexualActivityProtectionUsed", valueClass: .bool),
    MetadataKey(name: "HKMenstrualCycleStart", valueClass: .bool),
    MetadataKey(name: "HKLapLength", valueClass: .quantity(.meter())),
    MetadataKey(name: "HKSwimmingLocationType", valueClass: .enumeration(0...2)),
    MetadataKey(name: "HKSwimmingStrokeStyle", valueClass: .enumeration(0...6)),
  ]
}
