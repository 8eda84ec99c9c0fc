/// The units that have a symbol of their own; their order is the order of printing.
enum UnitSymbol: UInt8, Hashable, Sendable, CaseIterable {
  case count
  case percent
  case meter
  case inch
  case foot
  case yard
  case mile
  case second
  case minute
  case hour
  case day
  case liter
  case fluidOunceUS
  case fluidOunceImperial
  case pintUS
  case pintImperial
  case cupUS
  case cupImperial
  case gram
  case ounce
  case pound
  case stone
  case mole
  case pascal
  case millimeterOfMercury
  case centimeterOfWater
  case atmosphere
  case joule
  case calorie
  case kilocalorie
  case kelvin
  case degreeCelsius
  case degreeFahrenheit
  case siemen
  // Those that came after iOS 10.
  case internationalUnit
  case largeCalorie
  case decibelAWeightedSoundPressureLevel
  case decibelHearingLevel
  case hertz
  case inchesOfMercury
  case volt
  case watt
  case diopter
  case prismDiopter
  case radianAngle
  case degreeAngle
  case lux
  case appleEffortScore

  /// How the unit is written; a mole adds its molar mass in angle brackets.
  var text: String {
    switch self {
    case .count: "count"
    case .percent: "%"
    case .meter: "m"
    case .inch: "in"
    case .foot: "ft"
    case .yard: "yd"
    case .mile: "mi"
    case .second: "s"
    case .minute: "min"
    case .hour: "hr"
    case .day: "d"
    case .liter: "L"
    case .fluidOunceUS: "fl_oz_us"
    case .fluidOunceImperial: "fl_oz_imp"
    case .pintUS: "pt_us"
    case .pintImperial: "pt_imp"
    case .cupUS: "cup_us"
    case .cupImperial: "cup_imp"
    case .gram: "g"
    case .ounce: "oz"
    case .pound: "lb"
    case .stone: "st"
    case .mole: "mol"
    case .pascal: "Pa"
    case .millimeterOfMercury: "mmHg"
    case .centimeterOfWater: "cmAq"
    case .atmosphere: "atm"
    case .joule: "J"
    case .calorie: "cal"
    case .kilocalorie: "kcal"
    case .kelvin: "K"
    case .degreeCelsius: "degC"
    case .degreeFahrenheit: "degF"
    case .siemen: "S"
    case .internationalUnit: "IU"
    case .largeCalorie: "Cal"
    case .decibelAWeightedSoundPressureLevel: "dBASPL"
    case .decibelHearingLevel: "dBHL"
    case .hertz: "Hz"
    case .inchesOfMercury: "inHg"
    case .volt: "V"
    case .watt: "W"
    case .diopter: "D"
    case .prismDiopter: "pD"
    case .radianAngle: "rad"
    case .degreeAngle: "deg"
    case .lux: "lx"
    case .appleEffortScore: "appleEffortScore"
    }
  }

  /// What one of it measures.
  ///
  /// Percent is kept apart from count, as HealthKit's documentation says. A sound level is a logarithm,
  /// so it is no pressure here: it converts to nothing else.
  var base: Dimension.Base {
    switch self {
    case .count: .count
    case .percent: .percent
    case .meter, .inch, .foot, .yard, .mile: .length
    case .second, .minute, .hour, .day: .time
    case .liter, .fluidOunceUS, .fluidOunceImperial, .pintUS, .pintImperial, .cupUS, .cupImperial:
      .volume
    case .gram, .ounce, .pound, .stone, .mole: .mass
    case .pascal, .millimeterOfMercury, .centimeterOfWater, .atmosphere, .inchesOfMercury: .pressure
    case .joule, .calorie, .kilocalorie, .largeCalorie: .energy
    case .kelvin, .degreeCelsius, .degreeFahrenheit: .temperature
    case .siemen: .conductance
    case .internationalUnit: .pharmacology
    case .decibelAWeightedSoundPressureLevel: .soundLevel
    case .decibelHearingLevel: .hearingLevel
    case .hertz: .frequency
    case .volt: .electricPotential
    case .watt: .power
    case .diopter: .opticalPower
    case .prismDiopter: .prism
    case .radianAngle, .degreeAngle: .angle
    case .lux: .illuminance
    case .appleEffortScore: .effort
    }
  }

  /// Whether a metric prefix may stand in front: SI units only, so not calories (`kcal` is a unit).
  var takesPrefix: Bool {
    switch self {
    case .gram, .mole, .meter, .liter, .pascal, .second, .joule, .kelvin, .siemen, .hertz, .volt,
      .watt, .radianAngle, .lux:
      true
    default: false
    }
  }

  /// One of it in the base unit of its dimension; a mole weighs its molar mass instead.
  var scale: Fraction {
    switch self {
    case .count, .percent, .meter, .second, .liter, .gram, .mole, .pascal, .joule, .kelvin,
      .degreeCelsius, .siemen, .internationalUnit, .decibelAWeightedSoundPressureLevel,
      .decibelHearingLevel, .hertz, .volt, .watt, .diopter, .prismDiopter, .radianAngle, .lux,
      .appleEffortScore:
      Fraction(1)
    case .inch: Fraction(254, over: 10_000)
    case .foot: Fraction(3_048, over: 10_000)
    case .yard: Fraction(9_144, over: 10_000)
    case .mile: Fraction(1_609_344, over: 1_000)
    case .minute: Fraction(60)
    case .hour: Fraction(3_600)
    case .day: Fraction(86_400)
    case .fluidOunceUS: Fraction(295_735_295_625, over: 10_000_000_000_000)
    case .fluidOunceImperial: Fraction(284_130_625, over: 10_000_000_000)
    case .pintUS: Fraction(473_176_473, over: 1_000_000_000)
    case .pintImperial: Fraction(56_826_125, over: 100_000_000)
    case .cupUS: Fraction(2_365_882_365, over: 10_000_000_000)
    case .cupImperial: Fraction(284_130_625, over: 1_000_000_000)
    case .ounce: Fraction(28_349_523_125, over: 1_000_000_000)
    case .pound: Fraction(45_359_237, over: 100_000)
    case .stone: Fraction(635_029_318, over: 100_000)
    case .millimeterOfMercury: Fraction(101_325, over: 760)
    case .centimeterOfWater: Fraction(980_665, over: 10_000)
    case .atmosphere: Fraction(101_325)
    case .inchesOfMercury: Fraction(338_638_816, over: 100_000)
    // The double nearest to a 180th of pi, which has no fraction.
    case .degreeAngle: Fraction(exactly: .pi / 180)
    case .calorie: Fraction(4_184, over: 1_000)
    case .kilocalorie, .largeCalorie: Fraction(4_184)
    case .degreeFahrenheit: Fraction(5, over: 9)
    }
  }

  /// What is added to a reading before scaling it to kelvin.
  var zeroOffset: Fraction? {
    switch self {
    case .degreeCelsius: Fraction(27_315, over: 100)
    case .degreeFahrenheit: Fraction(45_967, over: 100)
    default: nil
    }
  }
}
