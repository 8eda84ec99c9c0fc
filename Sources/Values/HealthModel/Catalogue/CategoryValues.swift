/// What a sleep sample tells.
package enum SleepAnalysisValue: Int, CategoryValue {
  case inBed = 0
  case asleep = 1
  /// From iOS 10 and watchOS 3.
  case awake = 2
  // The stages, from iOS 16 and watchOS 9.
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5
}

/// Whether the user stood within an hour.
package enum AppleStandHourValue: Int, CategoryValue {
  case stood = 0
  case idle = 1
}

/// The quality of cervical mucus.
package enum CervicalMucusQualityValue: Int, CategoryValue {
  case dry = 1
  case sticky = 2
  case creamy = 3
  case watery = 4
  case eggWhite = 5
}

/// The result of an ovulation test.
package enum OvulationTestResultValue: Int, CategoryValue {
  case negative = 1
  case positive = 2
  case indeterminate = 3
  /// From iOS 13.
  case estrogenSurge = 4
}

/// How strong a menstrual flow was.
package enum MenstrualFlowValue: Int, CategoryValue {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  /// From iOS 12.
  case none = 5
}

/// The only value of a category that tells no more than that something happened.
package enum NotApplicableValue: Int, CategoryValue {
  case notApplicable = 0
}
