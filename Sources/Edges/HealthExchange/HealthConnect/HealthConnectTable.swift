internal import HealthModel

/// A table of Health Connect's database whose rows are samples of one type.
struct HealthConnectTable {
  let name: String
  let type: ObjectType
  let column: String
  let unit: String
  /// How many of the column's unit make one of ours.
  var scale = 1.0
  /// Whether a row is an instant, and not a stretch of time.
  var isInstant = true
  /// What the column can hold; anything else is no measurement.
  let range: ClosedRange<Double>

  private init(
    _ name: String, _ identifier: String, _ column: String, _ unit: String, by scale: Double = 1,
    lasts: Bool = false, _ range: ClosedRange<Double>
  ) {
    self.name = "\(name)_record_table"
    type = ObjectType("HKQuantityTypeIdentifier\(identifier)")
    self.column = column
    self.unit = unit
    self.scale = scale
    isInstant = !lasts
    self.range = range
  }

  /// Energies are calories, of which a thousand are one that people count, and masses grams.
  static let all: [HealthConnectTable] = [
    Self("steps", "StepCount", "count", "count", lasts: true, 1...1_000_000),
    Self("distance", "DistanceWalkingRunning", "distance", "m", lasts: true, 0...1e6),
    Self(
      "active_calories_burned", "ActiveEnergyBurned", "energy", "kcal", by: 1_000, lasts: true,
      0...1e8),
    Self("floors_climbed", "FlightsClimbed", "floors", "count", lasts: true, 0...10_000),
    Self(
      "wheelchair_pushes", "PushCount", "count", "count", lasts: true, 1...1_000_000),
    Self("resting_heart_rate", "RestingHeartRate", "beats_per_minute", "count/min", 10...300),
    Self("oxygen_saturation", "OxygenSaturation", "percentage", "%", by: 100, 0...100),
    Self("respiratory_rate", "RespiratoryRate", "rate", "count/min", 0...1_000),
    Self("vo2_max", "VO2Max", "vo2_milliliters_per_minute_kilogram", "mL/min·kg", 0...100),
    Self("weight", "BodyMass", "weight", "kg", by: 1_000, 0...1e6),
    Self("lean_body_mass", "LeanBodyMass", "mass", "kg", by: 1_000, 0...1e6),
    Self("body_fat", "BodyFatPercentage", "percentage", "%", by: 100, 0...100),
    Self("height", "Height", "height", "m", 0...3),
  ]
}

extension WorkoutActivityType {
  /// The activity of a number that Android gives to kinds of exercise.
  init(android number: Int64) {
    self =
      switch number {
      case 1: .badminton
      case 2: .baseball
      case 3: .basketball
      case 4, 5: .cycling
      case 6: .crossTraining
      case 7: .boxing
      case 8: .functionalStrengthTraining
      case 9: .cricket
      case 10: .cardioDance
      case 12: .fencing
      case 13: .americanFootball
      case 14: .australianFootball
      case 15: .discSports
      case 16: .golf
      case 17: .mindAndBody
      case 18: .gymnastics
      case 19: .handball
      case 20: .highIntensityIntervalTraining
      case 21: .hiking
      case 22, 30: .hockey
      case 23, 37: .skatingSports
      case 24: .martialArts
      case 25: .paddleSports
      case 27: .pilates
      case 28: .racquetball
      case 29: .climbing
      case 31, 61: .rowing
      case 32: .rugby
      case 33, 34: .running
      case 35: .sailing
      case 36: .underwaterDiving
      case 38: .downhillSkiing
      case 39: .snowboarding
      case 40: .snowSports
      case 41: .soccer
      case 42: .softball
      case 43: .squash
      case 44, 59: .stairClimbing
      case 45, 55: .traditionalStrengthTraining
      case 46: .flexibility
      case 47: .surfingSports
      case 48, 49: .swimming
      case 50: .tableTennis
      case 51: .tennis
      case 52: .volleyball
      case 53: .walking
      case 54: .waterPolo
      case 56: .wheelchairWalkPace
      case 57: .yoga
      case 60: .elliptical
      default: .other
      }
  }
}
