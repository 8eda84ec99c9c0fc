/// The value of a category that tells no more than that something happened.
@nonexhaustive public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
  case notApplicable = 0
}

/// How somebody slept.
@nonexhaustive
public enum HKCategoryValueSleepAnalysis: Int, HKCategoryValuePredicateProviding, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5
}

extension HKCategoryValueSleepAnalysis {
  /// The older name of `asleepUnspecified`.
  public static var asleep: Self { .asleepUnspecified }
}

/// Whether somebody stood within an hour.
@nonexhaustive
public enum HKCategoryValueAppleStandHour: Int, HKCategoryValuePredicateProviding, Sendable {
  case stood = 0
  case idle = 1
}

/// The quality of cervical mucus.
@nonexhaustive
public enum HKCategoryValueCervicalMucusQuality: Int, HKCategoryValuePredicateProviding, Sendable {
  case dry = 1
  case sticky = 2
  case creamy = 3
  case watery = 4
  case eggWhite = 5
}

/// The result of an ovulation test.
@nonexhaustive
public enum HKCategoryValueOvulationTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case luteinizingHormoneSurge = 2
  case indeterminate = 3
  case estrogenSurge = 4
}

extension HKCategoryValueOvulationTestResult {
  /// The older name of `luteinizingHormoneSurge`.
  public static var positive: Self { .luteinizingHormoneSurge }
}

/// How strong a menstrual flow was.
@nonexhaustive
public enum HKCategoryValueMenstrualFlow: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

/// How strong a bleeding was.
@nonexhaustive
public enum HKCategoryValueVaginalBleeding: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

/// How strong a symptom was.
@nonexhaustive public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable
{
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}

/// Whether a symptom was there.
@nonexhaustive public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable
{
  case present = 0
  case notPresent = 1
}

/// How the appetite changed.
@nonexhaustive
public enum HKCategoryValueAppetiteChanges: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 0
  case noChange = 1
  case decreased = 2
  case increased = 3
}

/// Which limit the sound of the surroundings passed.
@nonexhaustive
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding,
  Sendable
{
  case momentaryLimit = 1
}

/// Which limit the sound of headphones passed.
@nonexhaustive
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding,
  Sendable
{
  case sevenDayLimit = 1
}

/// A means of contraception.
@nonexhaustive
public enum HKCategoryValueContraceptive: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case implant = 2
  case injection = 3
  case intrauterineDevice = 4
  case intravaginalRing = 5
  case oral = 6
  case patch = 7
}

/// That cardio fitness was low.
@nonexhaustive
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case lowFitness = 1
}

/// That walking became unsteady, or was so again.
@nonexhaustive
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, HKCategoryValuePredicateProviding,
  Sendable
{
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}

/// The result of a pregnancy test.
@nonexhaustive
public enum HKCategoryValuePregnancyTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

/// The result of a progesterone test.
@nonexhaustive
public enum HKCategoryValueProgesteroneTestResult: Int, HKCategoryValuePredicateProviding, Sendable
{
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

/// What sound somebody was exposed to.
@nonexhaustive
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case loudEnvironment = 1
}
