internal import HealthModel

/// A type of samples.
open class HKSampleType: HKObjectType, @unchecked Sendable {
  /// Whether a sample may not last longer than some time; a store of this library has no such bound.
  open var isMaximumDurationRestricted: Bool { false }
  /// Whether a sample may not last shorter than some time; a store of this library has no such bound.
  open var isMinimumDurationRestricted: Bool { false }
  /// Stops: no type is restricted.
  open var maximumAllowedDuration: TimeInterval {
    stop("\(identifier) has no maximum duration")
  }
  /// Stops: no type is restricted.
  open var minimumAllowedDuration: TimeInterval {
    stop("\(identifier) has no minimum duration")
  }
  /// Whether the system's estimates of the type can be begun anew; nothing estimates here.
  open var allowsRecalibrationForEstimates: Bool { false }
}

/// A type of samples that measure something.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  /// How quantities of the type come to one.
  open var aggregationStyle: HKQuantityAggregationStyle {
    guard let description = type.description, description.aggregation == .discrete else {
      return .cumulative
    }
    if Self.weighsTime.contains(description.name) { return .discreteTemporallyWeighted }
    if Self.isLevel.contains(description.name) { return .discreteEquivalentContinuousLevel }
    return .discreteArithmetic
  }

  private static let weighsTime: Set = ["heartRate", "atrialFibrillationBurden"]
  private static let isLevel: Set = [
    "environmentalAudioExposure", "headphoneAudioExposure", "environmentalSoundReduction",
  ]

  /// Whether quantities of the type can be told in a unit.
  open func `is`(compatibleWith unit: HKUnit) -> Bool {
    type.description?.canonicalUnit?.isCompatible(with: unit.unit) ?? false
  }
}

/// A type of samples that have one of a few values.
open class HKCategoryType: HKSampleType, @unchecked Sendable {}

/// A type of samples that hold other samples.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {}

/// A type of samples that hold a document.
open class HKDocumentType: HKSampleType, @unchecked Sendable {}

/// A type of samples that hold a series of measurements.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// The type of the routes of workouts.
  open class func workoutRoute() -> Self { only(.workoutRoute) }

  /// The type of series of heartbeats.
  open class func heartbeat() -> Self { only(.heartbeatSeries) }
}

/// The type of electrocardiograms.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The type of audiograms.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The type of how somebody feels.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// The type of prescriptions.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

/// A type of what clinics tell.
open class HKClinicalType: HKSampleType, @unchecked Sendable {}

/// A type of answers to a list of questions.
open class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {}

/// The type of workouts.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {}

/// A type of facts about the user that hardly change.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {}

/// The type of activity summaries, which are no samples.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The type of workouts as a store and an archive call it.
public let HKWorkoutTypeIdentifier = ObjectType.workout.identifier
