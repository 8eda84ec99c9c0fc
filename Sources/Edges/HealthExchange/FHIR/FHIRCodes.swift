internal import HealthModel
internal import TextFormats

/// What types and units are called in FHIR: by LOINC where public mappings agree, and by UCUM.
enum FHIRCodes {
  static let loinc = "http://loinc.org"
  static let ucum = "http://unitsofmeasure.org"
  static let apple = "http://developer.apple.com/documentation/healthkit"

  /// Codes by the names of types; the first is what profiles ask for.
  private static let codes: [String: [String]] = [
    "heartRate": ["8867-4"], "restingHeartRate": ["40443-4"],
    "heartRateVariabilitySDNN": ["80404-7"], "oxygenSaturation": ["2708-6", "59408-5"],
    "respiratoryRate": ["9279-1"], "bodyTemperature": ["8310-5"],
    "basalBodyTemperature": ["8310-5"], "bodyMass": ["29463-7"], "height": ["8302-2"],
    "bodyMassIndex": ["39156-5"], "bodyFatPercentage": ["41982-0"],
    "bloodPressureSystolic": ["8480-6"], "bloodPressureDiastolic": ["8462-4"],
    // Of milligrams; that of moles is another one.
    "bloodGlucose": ["41653-7"], "bloodAlcoholContent": ["74859-0"], "stepCount": ["55423-8"],
    "distanceWalkingRunning": ["55430-3"], "distanceSwimming": ["93816-7"],
    "flightsClimbed": ["100304-5"], "pushCount": ["96502-0"], "activeEnergyBurned": ["41981-2"],
    "dietaryEnergyConsumed": ["9052-2"], "dietaryWater": ["8999-5"],
    "forcedExpiratoryVolume1": ["20150-9"], "forcedVitalCapacity": ["19870-5"],
    "peripheralPerfusionIndex": ["61006-3"], "vo2Max": ["94122-9"],
    "sixMinuteWalkTestDistance": ["64098-7"], "bloodPressure": ["85354-9"], "food": ["80453-4"],
    "workout": ["73985-4"],
  ]

  private static let vitalSigns: Set<String> = [
    "heartRate", "restingHeartRate", "oxygenSaturation", "respiratoryRate", "bodyTemperature",
    "basalBodyTemperature", "bodyMass", "height", "bodyMassIndex", "bloodPressureSystolic",
    "bloodPressureDiastolic", "bloodPressure", "heartRateVariabilitySDNN",
  ]
  private static let activities: Set<String> = [
    "stepCount", "flightsClimbed", "pushCount", "activeEnergyBurned", "basalEnergyBurned",
    "appleExerciseTime", "appleMoveTime", "appleStandTime", "appleStandHour", "workout", "vo2Max",
    "swimmingStrokeCount", "sixMinuteWalkTestDistance",
  ]

  /// Codes that others send for what is sent as another one here.
  private static let others: [String: String] = [
    "3141-9": "bodyMass", "8301-4": "height", "3137-7": "height", "8331-1": "bodyTemperature",
    "2339-0": "bloodGlucose", "2345-7": "bloodGlucose", "15074-8": "bloodGlucose",
    "14749-6": "bloodGlucose", "41950-7": "stepCount", "91557-9": "leanBodyMass",
    "8280-0": "waistCircumference", "8281-8": "waistCircumference",
    "19935-6": "peakExpiratoryFlowRate", "33452-4": "peakExpiratoryFlowRate",
    "55284-4": "bloodPressure", "35094-2": "bloodPressure",
  ]

  /// Types by codes of LOINC.
  private static let types: [String: ObjectType] = {
    var types: [String: ObjectType] = [:]
    // Of two that have one code the shorter name is the plainer thing.
    for (name, codes) in codes.sorted(by: { $0.key.count < $1.key.count }) {
      for code in codes where types[code] == nil { types[code] = ObjectType(named: name) }
    }
    for (code, name) in others { types[code] = ObjectType(named: name) }
    return types
  }()

  /// What the code of an observation says that it is of.
  enum Meaning {
    case type(TypeDescription)
    /// A type of Apple's that the catalogue does not have.
    case unknown(String)
    case nothing
  }

  /// No identifier of Apple's is longer.
  private static let longestCode = 256

  /// What a code means: Apple's names before those of LOINC, which are of more than one type.
  static func meaning(of concept: JSONValue?) -> Meaning {
    let codings = concept?["coding"]?.arrayValue ?? []
    var unknown: String?
    for coding in codings {
      guard let code = coding["code"]?.stringValue, code.hasPrefix("HK"),
        code.utf8.count <= longestCode
      else { continue }
      if let description = ObjectType(code).description { return .type(description) }
      unknown = unknown ?? code
    }
    for coding in codings where coding["system"]?.stringValue == loinc {
      if let type = coding["code"]?.stringValue.flatMap({ types[$0] }),
        let description = type.description
      {
        return .type(description)
      }
    }
    return unknown.map { .unknown($0) } ?? .nothing
  }

  /// Codes of LOINC; none where mappings differ, or there is none.
  static func loinc(of type: ObjectType) -> [String] { codes[type.name] ?? [] }

  /// What kind of observation it is, in the words of FHIR.
  static func category(of type: ObjectType) -> String? {
    if vitalSigns.contains(type.name) { return "vital-signs" }
    if activities.contains(type.name) || type.name.hasPrefix("distance") { return "activity" }
    return type == .bloodGlucose || type == .bloodAlcoholContent ? "laboratory" : nil
  }

  /// A unit as FHIR has it: what a number is multiplied by, the code, and what people read.
  struct UnitCode: Hashable {
    /// The unit of the store that is told in it.
    var unit: Unit
    var factor = 1.0
    var code: String
    var text: String
  }

  private static let counted = [
    "stepCount": "{steps}", "flightsClimbed": "{flight}", "pushCount": "{push}",
    "numberOfTimesFallen": "{fall}", "bodyMassIndex": "kg/m2",
  ]
  /// Codes of UCUM by the texts of units, where they differ.
  private static let units: [String: String] = [
    "count": "1", "count/min": "/min", "count/s": "/s", "mcg": "ug", "degC": "Cel", "hr": "h",
    "mmHg": "mm[Hg]", "mcS": "uS", "dBASPL": "dB[SPL]", "dBHL": "dB", "IU": "[iU]",
    "appleEffortScore": "{score}", "mL/kg·min": "mL/min/kg", "mL/min·kg": "mL/min/kg",
    "ml/kg·min": "mL/min/kg", "ml/min·kg": "mL/min/kg", "kcal/kg·hr": "kcal/(kg.h)",
    "kcal/hr·kg": "kcal/(kg.h)",
  ]
  private static let same: Set<String> = [
    "%", "kg", "g", "mg", "m", "cm", "kcal", "min", "s", "ms", "L", "mL", "L/min", "mg/dL", "S",
    "m/s", "W",
  ]

  /// The unit in which a type is told; `nil` where UCUM has none that is known here.
  static func unit(of type: ObjectType) -> UnitCode? {
    guard var unit = type.description?.readingUnit() else { return nil }
    if unit.unitString == "km" { unit = .meter() }
    let text = unit.unitString
    if let code = counted[type.name] { return UnitCode(unit: unit, code: code, text: code) }
    guard let code = units[text] ?? (same.contains(text) ? text : nil) else { return nil }
    // A share is at most 1 here, and a hundred there.
    return UnitCode(unit: unit, factor: text == "%" ? 100 : 1, code: code, text: text)
  }
}
