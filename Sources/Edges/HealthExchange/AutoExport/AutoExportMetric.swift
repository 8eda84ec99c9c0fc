internal import HealthModel

/// What the app Health Auto Export calls the types of HealthKit.
enum AutoExportMetric {
  /// The type of a metric that has one number; `nil` for all others.
  static func type(named name: String) -> TypeDescription? {
    let word = name.lowercased().filter { $0 != "_" && $0 != " " }
    // Nutrients mostly have no word before them.
    for candidate in [others[word] ?? word, "dietary" + word, "apple" + word] {
      let description = ObjectType(named: candidate)?.description
      if let description, description.kind == .quantity { return description }
    }
    return nil
  }

  /// Those that are not called as in HealthKit.
  private static let others = [
    "activeenergy": "activeEnergyBurned", "restingenergy": "basalEnergyBurned",
    "weightbodymass": "bodyMass", "bloodoxygensaturation": "oxygenSaturation",
    "heartratevariability": "heartRateVariabilitySDNN",
    "walkingrunningdistance": "distanceWalkingRunning", "cyclingdistance": "distanceCycling",
    "swimmingdistance": "distanceSwimming", "wheelchairdistance": "distanceWheelchair",
    "distancedownhillsnowsports": "distanceDownhillSnowSports",
    "sixminutewalkingtestdistance": "sixMinuteWalkTestDistance",
    "stairspeedup": "stairAscentSpeed", "stairspeeddown": "stairDescentSpeed",
    "dietaryenergy": "dietaryEnergyConsumed", "totalfat": "dietaryFatTotal",
    "saturatedfat": "dietaryFatSaturated", "monosaturatedfat": "dietaryFatMonounsaturated",
    "monounsaturatedfat": "dietaryFatMonounsaturated",
    "polyunsaturatedfat": "dietaryFatPolyunsaturated",
    "sleepingwristtemperature":
      "appleSleepingWristTemperature", "cardiorecovery": "heartRateRecoveryOneMinute",
  ]

  /// Units that are not written as HealthKit prints them.
  static func unit(_ text: String) -> String {
    switch text {
    case "ml/(kg·min)": "mL/min·kg"
    case "bpm": "count/min"
    case "steps", "times": "count"
    case "meters", "metres": "m"
    default: text
    }
  }

  /// The stage of sleep that a word means.
  static func stage(_ word: String) -> SleepStage? {
    switch word.lowercased() {
    case "core", "asleepcore": .core
    case "deep", "asleepdeep": .deep
    case "rem", "asleeprem": .rem
    case "awake": .awake
    case "inbed", "in bed": .inBed
    case "asleep", "unspecified", "asleepunspecified": .unspecified
    default: nil
    }
  }

  /// What was done in a workout of a name, such as "Outdoor Run".
  static func activity(named name: String) -> WorkoutActivityType {
    var word = name.lowercased().filter(\.isLetter)
    for prefix in ["outdoor", "indoor"] where word.hasPrefix(prefix) && word != prefix {
      word.removeFirst(prefix.count)
    }
    switch word {
    case "run": return .running
    case "walk": return .walking
    case "cycle", "bike": return .cycling
    case "hike": return .hiking
    case "poolswim", "openwaterswim", "swim": return .swimming
    case "rower": return .rowing
    default:
      return WorkoutActivityType.allCases.first { "\($0)".lowercased() == word } ?? .other
    }
  }
}
