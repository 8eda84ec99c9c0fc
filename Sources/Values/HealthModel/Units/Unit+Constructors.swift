extension Unit {
  /// `count`: a number of things.
  package static let count = Unit(.count)
  /// `%`: a share of a whole, whose values run from 0.0 to 1.0.
  package static let percent = Unit(.percent)

  /// `m`, with an optional prefix.
  package static func meter(_ prefix: MetricPrefix = .none) -> Unit { Unit(.meter, prefix) }
  /// `in`.
  package static let inch = Unit(.inch)
  /// `ft`.
  package static let foot = Unit(.foot)
  /// `yd`.
  package static let yard = Unit(.yard)
  /// `mi`.
  package static let mile = Unit(.mile)

  /// `s`, with an optional prefix.
  package static func second(_ prefix: MetricPrefix = .none) -> Unit { Unit(.second, prefix) }
  /// `min`.
  package static let minute = Unit(.minute)
  /// `hr`.
  package static let hour = Unit(.hour)
  /// `d`.
  package static let day = Unit(.day)

  /// `L`, with an optional prefix.
  package static func liter(_ prefix: MetricPrefix = .none) -> Unit { Unit(.liter, prefix) }
  /// `fl_oz_us`.
  package static let fluidOunceUS = Unit(.fluidOunceUS)
  /// `fl_oz_imp`.
  package static let fluidOunceImperial = Unit(.fluidOunceImperial)
  /// `pt_us`.
  package static let pintUS = Unit(.pintUS)
  /// `pt_imp`.
  package static let pintImperial = Unit(.pintImperial)
  /// `cup_us`.
  package static let cupUS = Unit(.cupUS)
  /// `cup_imp`.
  package static let cupImperial = Unit(.cupImperial)

  /// `g`, with an optional prefix.
  package static func gram(_ prefix: MetricPrefix = .none) -> Unit { Unit(.gram, prefix) }
  /// `oz`.
  package static let ounce = Unit(.ounce)
  /// `lb`.
  package static let pound = Unit(.pound)
  /// `st`.
  package static let stone = Unit(.stone)

  /// `mol<M>`: an amount of a substance of which one mole weighs `molarMass` grams.
  ///
  /// The mass is kept to 16 significant digits, which is what the unit's text shows.
  package static func mole(
    molarMass gramsPerMole: Double, prefix: MetricPrefix = .none
  ) throws(ModelError) -> Unit {
    guard let molarMass = MolarMass(gramsPerMole) else {
      throw ModelError(
        .invalidArgument, cannot: "make a mole unit",
        "a molar mass is between 0.001 and 1e12 g/mol")
    }
    return Unit(.mole, prefix, molarMass: molarMass)
  }

  /// Grams per mole of glucose, for blood glucose in `mmol<M>/L`.
  package static let molarMassOfBloodGlucose = 180.15588000005408

  /// `Pa`, with an optional prefix.
  package static func pascal(_ prefix: MetricPrefix = .none) -> Unit { Unit(.pascal, prefix) }
  /// `mmHg`.
  package static let millimeterOfMercury = Unit(.millimeterOfMercury)
  /// `cmAq`.
  package static let centimeterOfWater = Unit(.centimeterOfWater)
  /// `atm`.
  package static let atmosphere = Unit(.atmosphere)

  /// `J`, with an optional prefix.
  package static func joule(_ prefix: MetricPrefix = .none) -> Unit { Unit(.joule, prefix) }
  /// `cal`, the small calorie.
  package static let calorie = Unit(.calorie)
  /// `kcal`.
  package static let kilocalorie = Unit(.kilocalorie)

  /// `K`, with an optional prefix.
  package static func kelvin(_ prefix: MetricPrefix = .none) -> Unit { Unit(.kelvin, prefix) }
  /// `degC`.
  package static let degreeCelsius = Unit(.degreeCelsius)
  /// `degF`.
  package static let degreeFahrenheit = Unit(.degreeFahrenheit)

  /// `S`, with an optional prefix.
  package static func siemen(_ prefix: MetricPrefix = .none) -> Unit { Unit(.siemen, prefix) }

  // After iOS 10.

  // swift-format-ignore: DontRepeatTypeInStaticProperties
  /// `IU`.
  package static let internationalUnit = Unit(.internationalUnit)
  /// `Cal`: as much as a kilocalorie.
  package static let largeCalorie = Unit(.largeCalorie)
  /// `dBASPL`.
  package static let decibelAWeightedSoundPressureLevel = Unit(.decibelAWeightedSoundPressureLevel)
  /// `dBHL`.
  package static let decibelHearingLevel = Unit(.decibelHearingLevel)
  /// `Hz`, with an optional prefix.
  package static func hertz(_ prefix: MetricPrefix = .none) -> Unit { Unit(.hertz, prefix) }
  /// `inHg`.
  package static let inchesOfMercury = Unit(.inchesOfMercury)
  /// `V`, with an optional prefix.
  package static func volt(_ prefix: MetricPrefix = .none) -> Unit { Unit(.volt, prefix) }
  /// `W`, with an optional prefix.
  package static func watt(_ prefix: MetricPrefix = .none) -> Unit { Unit(.watt, prefix) }
  /// `D`.
  package static let diopter = Unit(.diopter)
  /// `pD`.
  package static let prismDiopter = Unit(.prismDiopter)
  /// `rad`, with an optional prefix.
  package static func radianAngle(_ prefix: MetricPrefix = .none) -> Unit {
    Unit(.radianAngle, prefix)
  }
  /// `deg`: a degree of arc.
  package static let degreeAngle = Unit(.degreeAngle)
  /// `lx`, with an optional prefix.
  package static func lux(_ prefix: MetricPrefix = .none) -> Unit { Unit(.lux, prefix) }
  /// `appleEffortScore`.
  package static let appleEffortScore = Unit(.appleEffortScore)
}
