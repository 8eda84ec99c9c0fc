/// Where a body temperature was taken.
@nonexhaustive public enum HKBodyTemperatureSensorLocation: Int, Sendable {
  case other = 0
  case armpit = 1
  case body = 2
  case ear = 3
  case finger = 4
  case gastroIntestinal = 5
  case mouth = 6
  case rectum = 7
  case toe = 8
  case earDrum = 9
  case temporalArtery = 10
  case forehead = 11
}

/// Where a heart rate was taken.
@nonexhaustive public enum HKHeartRateSensorLocation: Int, Sendable {
  case other = 0
  case chest = 1
  case wrist = 2
  case finger = 3
  case hand = 4
  case earLobe = 5
  case foot = 6
}

/// How the user moved when a heart rate was taken.
@nonexhaustive public enum HKHeartRateMotionContext: Int, Sendable {
  case notSet = 0
  case sedentary = 1
  case active = 2
}

/// How the user moved.
@nonexhaustive public enum HKUserMotionContext: Int, Sendable {
  case notSet = 0
  case stationary = 1
  case active = 2
}

/// Why insulin was delivered.
@nonexhaustive public enum HKInsulinDeliveryReason: Int, Sendable {
  case basal = 1
  case bolus = 2
}

/// How a blood glucose stands to a meal.
@nonexhaustive public enum HKBloodGlucoseMealTime: Int, Sendable {
  case preprandial = 1
  case postprandial = 2
}

/// How a VO2 max was found.
@nonexhaustive public enum HKVO2MaxTestType: Int, Sendable {
  case maxExercise = 1
  case predictionSubMaxExercise = 2
  case predictionNonExercise = 3
}

/// How a recovery of the heart rate was found.
@nonexhaustive public enum HKHeartRateRecoveryTestType: Int, Sendable {
  case maxExercise = 1
  case predictionSubMaxExercise = 2
  case predictionNonExercise = 3
}

/// How a functional threshold power was found.
@nonexhaustive public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
  case maxExercise60Minute = 1
  case maxExercise20Minute = 2
  case rampTest = 3
  case predictionExercise = 4
}

/// How a physical effort was estimated.
@nonexhaustive public enum HKPhysicalEffortEstimationType: Int, Sendable {
  case activityLookup = 1
  case deviceSensed = 2
}

/// Whether water was salty.
@nonexhaustive public enum HKWaterSalinity: Int, Sendable {
  case freshWater = 1
  case saltWater = 2
}

/// On which side a device was worn.
@nonexhaustive public enum HKDevicePlacementSide: Int, Sendable {
  case unknown = 0
  case left = 1
  case right = 2
  case central = 3
}

/// The version of the algorithm behind an electrocardiogram.
@nonexhaustive public enum HKAppleECGAlgorithmVersion: Int, Sendable {
  case version1 = 1
  case version2 = 2
}

/// Whether breathing was disturbed during sleep.
@nonexhaustive public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Sendable {
  case notElevated = 0
  case elevated = 1
}
