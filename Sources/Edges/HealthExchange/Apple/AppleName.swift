/// The names of elements and attributes of an export that mean something, in the order of their numbers.
enum AppleName: String, CaseIterable {
  case type, unit, value, sourceName, source, sourceVersion, device, creationDate, startDate,
    endDate
  case key, locale, date, duration, durationUnit, sum, average, minimum, maximum
  case workoutActivityType, totalDistance, totalDistanceUnit, totalEnergyBurned
  case totalEnergyBurnedUnit
  case dateComponents, activeEnergyBurned, activeEnergyBurnedGoal, activeEnergyBurnedUnit
  case appleMoveTime, appleMoveTimeGoal, appleExerciseTime, appleExerciseTimeGoal
  case appleStandHours, appleStandHoursGoal
  case time, bpm, path, latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course,
    speed
  case uuid, identifier, fhirVersion, sourceURL, receivedDate, resourceFilePath
  case dateIssued, expirationDate, brand
  case frequencyValue, frequencyUnit, leftEarValue, leftEarUnit, leftEarMasked,
    leftEarClampingRangeLowerBound, leftEarClampingRangeUpperBound
  case rightEarValue, rightEarUnit, rightEarMasked, rightEarClampingRangeLowerBound,
    rightEarClampingRangeUpperBound
  case healthData = "HealthData"
  case exportDate = "ExportDate"
  case me = "Me"
  case record = "Record"
  case metadataEntry = "MetadataEntry"
  case correlation = "Correlation"
  case workout = "Workout"
  case workoutActivity = "WorkoutActivity"
  case workoutEvent = "WorkoutEvent"
  case workoutStatistics = "WorkoutStatistics"
  case workoutRoute = "WorkoutRoute"
  case fileReference = "FileReference"
  case location = "Location"
  case activitySummary = "ActivitySummary"
  case clinicalRecord = "ClinicalRecord"
  case audiogram = "Audiogram"
  case sensitivityPoint = "SensitivityPoint"
  case visionPrescription = "VisionPrescription"
  case leftEye = "LeftEye"
  case rightEye = "RightEye"
  case attachment = "Attachment"
  case beats = "HeartRateVariabilityMetadataList"
  case beat = "InstantaneousBeatsPerMinute"

  /// All names, by number.
  static let all = Self.allCases

  /// The name of a number; `nil` for one that means nothing.
  init?(number: UInt16) {
    guard Int(number) < Self.all.count else { return nil }
    self = Self.all[Int(number)]
  }
}
