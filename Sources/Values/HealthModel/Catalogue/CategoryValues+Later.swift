// The enumerations that came after iOS 10.

/// How strong a symptom is.
package enum SeverityValue: Int, CategoryValue {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}

/// Whether a symptom is there.
package enum PresenceValue: Int, CategoryValue {
  case present = 0
  case notPresent = 1
}

/// How the appetite changed.
package enum AppetiteChangesValue: Int, CategoryValue {
  case unspecified = 0
  case noChange = 1
  case decreased = 2
  case increased = 3
}

/// Which limit the sound of the surroundings passed.
package enum EnvironmentalAudioExposureEventValue: Int, CategoryValue {
  case momentaryLimit = 1
}

/// Which limit the sound of headphones passed.
package enum HeadphoneAudioExposureEventValue: Int, CategoryValue {
  case sevenDayLimit = 1
}

/// A means of contraception.
package enum ContraceptiveValue: Int, CategoryValue {
  case unspecified = 1
  case implant = 2
  case injection = 3
  case intrauterineDevice = 4
  case intravaginalRing = 5
  case oral = 6
  case patch = 7
}

/// That cardio fitness is low.
package enum LowCardioFitnessEventValue: Int, CategoryValue {
  case lowFitness = 1
}

/// That walking became unsteady, or is so again.
package enum AppleWalkingSteadinessEventValue: Int, CategoryValue {
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}

/// The result of a pregnancy test.
package enum PregnancyTestResultValue: Int, CategoryValue {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

/// The result of a progesterone test.
package enum ProgesteroneTestResultValue: Int, CategoryValue {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

/// How strong a bleeding is.
package enum VaginalBleedingValue: Int, CategoryValue {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}
