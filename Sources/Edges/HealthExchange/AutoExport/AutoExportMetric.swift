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

  /// The type of a symptom; `nil` for all others.
  static func symptom(named name: String) -> TypeDescription? {
    let word = name.lowercased().filter(\.isLetter)
    let description = ObjectType(named: symptoms[word] ?? word)?.description
    return description?.kind == .category ? description : nil
  }

  /// Those that are not called as in HealthKit.
  private static let symptoms = [
    "bodyandmuscleache": "generalizedBodyAche", "bodyache": "generalizedBodyAche",
    "congestion": "sinusCongestion", "cough": "coughing",
  ]

  /// What somebody calls a state of mind, each in the place of HealthKit's number for it.
  static let labels = """
    amazed amused angry anxious ashamed brave calm content disappointed discouraged disgusted \
    embarrassed excited frustrated grateful guilty happy hopeless irritated jealous joyful lonely \
    passionate peaceful proud relieved sad scared stressed surprised worried annoyed confident \
    drained hopeful indifferent overwhelmed satisfied
    """.split(separator: " ").map(String.init)

  /// What it has to do with, in the same way.
  static let associations = """
    community currentEvents dating education family fitness friends health hobbies identity money \
    partner selfCare spirituality tasks travel work weather
    """.split(separator: " ").map(String.init)

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
