/// Which samples of one type are meant.
public struct HKSamplePredicate<Sample: HKSample>: Hashable {
  /// The type.
  public let sampleType: HKSampleType
  /// Which of the type; `nil` means all.
  public let nsPredicate: NSPredicate?
}

extension HKSamplePredicate where Sample == HKSample {
  /// Samples of any type.
  public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: type, nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  /// Samples of a type of quantities.
  public static func quantitySample(type: HKQuantityType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: type, nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  /// Samples of a type of categories.
  public static func categorySample(type: HKCategoryType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: type, nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKCorrelation {
  /// Samples of a type of correlations.
  public static func correlation(type: HKCorrelationType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: type, nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkout {
  /// Workouts.
  public static func workout(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: .workoutType(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
  /// Routes of workouts.
  public static func workoutRoute(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: HKSeriesType.workoutRoute(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
  /// Series of heartbeats.
  public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: HKSeriesType.heartbeat(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
  /// Electrocardiograms.
  public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: .electrocardiogramType(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
  /// Audiograms.
  public static func audiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: .audiogramSampleType(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
  /// What clinics tell.
  public static func clinicalRecord(type: HKClinicalType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: type, nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
  /// Prescriptions for lenses.
  public static func visionPrescription(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: .visionPrescriptionType(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
  /// How somebody felt.
  public static func stateOfMind(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: .stateOfMindType(), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
  /// Answers about anxiety.
  public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: HKScoredAssessmentType(.GAD7), nsPredicate: predicate)
  }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
  /// Answers about depression.
  public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> Self {
    Self(sampleType: HKScoredAssessmentType(.PHQ9), nsPredicate: predicate)
  }
}

/// Which samples of one type are meant, for a query of several types.
open class HKQueryDescriptor: NSObject, NSCopying {
  /// The type.
  public let sampleType: HKSampleType
  /// Which of the type; `nil` means all.
  public let predicate: NSPredicate?

  /// Samples of a type that match.
  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = predicate
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
