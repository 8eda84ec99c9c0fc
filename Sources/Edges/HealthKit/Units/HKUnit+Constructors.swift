internal import HealthModel

// Mass.
extension HKUnit {
  /// `g`.
  public class func gram() -> Self { share(.gram()) }

  /// `g` with a prefix.
  public class func gramUnit(with prefix: HKMetricPrefix) -> Self { share(.gram(prefix.engine)) }

  /// `oz`.
  public class func ounce() -> Self { share(.ounce) }

  /// `lb`.
  public class func pound() -> Self { share(.pound) }

  /// `st`.
  public class func stone() -> Self { share(.stone) }
}

// Length.
extension HKUnit {
  /// `m`.
  public class func meter() -> Self { share(.meter()) }

  /// `m` with a prefix.
  public class func meterUnit(with prefix: HKMetricPrefix) -> Self { share(.meter(prefix.engine)) }

  /// `in`.
  public class func inch() -> Self { share(.inch) }

  /// `ft`.
  public class func foot() -> Self { share(.foot) }

  /// `yd`.
  public class func yard() -> Self { share(.yard) }

  /// `mi`.
  public class func mile() -> Self { share(.mile) }
}

// Volume.
extension HKUnit {
  /// `L`.
  public class func liter() -> Self { share(.liter()) }

  /// `L` with a prefix.
  public class func literUnit(with prefix: HKMetricPrefix) -> Self { share(.liter(prefix.engine)) }

  /// `fl_oz_us`.
  public class func fluidOunceUS() -> Self { share(.fluidOunceUS) }

  /// `fl_oz_imp`.
  public class func fluidOunceImperial() -> Self { share(.fluidOunceImperial) }

  /// `pt_us`.
  public class func pintUS() -> Self { share(.pintUS) }

  /// `pt_imp`.
  public class func pintImperial() -> Self { share(.pintImperial) }

  /// `cup_us`.
  public class func cupUS() -> Self { share(.cupUS) }

  /// `cup_imp`.
  public class func cupImperial() -> Self { share(.cupImperial) }
}

// Pressure.
extension HKUnit {
  /// `Pa`.
  public class func pascal() -> Self { share(.pascal()) }

  /// `Pa` with a prefix.
  public class func pascalUnit(with prefix: HKMetricPrefix) -> Self {
    share(.pascal(prefix.engine))
  }

  /// `mmHg`.
  public class func millimeterOfMercury() -> Self { share(.millimeterOfMercury) }

  /// `cmAq`.
  public class func centimeterOfWater() -> Self { share(.centimeterOfWater) }

  /// `atm`.
  public class func atmosphere() -> Self { share(.atmosphere) }

  /// `inHg`.
  public class func inchesOfMercury() -> Self { share(.inchesOfMercury) }

  /// `dBASPL`.
  public class func decibelAWeightedSoundPressureLevel() -> Self {
    share(.decibelAWeightedSoundPressureLevel)
  }
}

// Time.
extension HKUnit {
  /// `s`.
  public class func second() -> Self { share(.second()) }

  /// `s` with a prefix.
  public class func secondUnit(with prefix: HKMetricPrefix) -> Self {
    share(.second(prefix.engine))
  }

  /// `min`.
  public class func minute() -> Self { share(.minute) }

  /// `hr`.
  public class func hour() -> Self { share(.hour) }

  /// `d`.
  public class func day() -> Self { share(.day) }
}

// Energy.
extension HKUnit {
  /// `J`.
  public class func joule() -> Self { share(.joule()) }

  /// `J` with a prefix.
  public class func jouleUnit(with prefix: HKMetricPrefix) -> Self { share(.joule(prefix.engine)) }

  /// `kcal`.
  public class func kilocalorie() -> Self { share(.kilocalorie) }

  /// `cal`, the small calorie.
  public class func smallCalorie() -> Self { share(.calorie) }

  /// `Cal`.
  public class func largeCalorie() -> Self { share(.largeCalorie) }

  /// `cal`, the small calorie.
  public class func calorie() -> Self { share(.calorie) }
}

// Temperature.
extension HKUnit {
  /// `K`.
  public class func kelvin() -> Self { share(.kelvin()) }

  /// `degC`.
  public class func degreeCelsius() -> Self { share(.degreeCelsius) }

  /// `degF`.
  public class func degreeFahrenheit() -> Self { share(.degreeFahrenheit) }
}

// Electricity, light, sound and the rest.
extension HKUnit {
  /// `S`.
  public class func siemen() -> Self { share(.siemen()) }

  /// `S` with a prefix.
  public class func siemenUnit(with prefix: HKMetricPrefix) -> Self {
    share(.siemen(prefix.engine))
  }

  /// `V`.
  public class func volt() -> Self { share(.volt()) }

  /// `V` with a prefix.
  public class func voltUnit(with prefix: HKMetricPrefix) -> Self { share(.volt(prefix.engine)) }

  /// `W`.
  public class func watt() -> Self { share(.watt()) }

  /// `W` with a prefix.
  public class func wattUnit(with prefix: HKMetricPrefix) -> Self { share(.watt(prefix.engine)) }

  /// `Hz`.
  public class func hertz() -> Self { share(.hertz()) }

  /// `Hz` with a prefix.
  public class func hertzUnit(with prefix: HKMetricPrefix) -> Self { share(.hertz(prefix.engine)) }

  /// `lx`.
  public class func lux() -> Self { share(.lux()) }

  /// `lx` with a prefix.
  public class func luxUnit(with prefix: HKMetricPrefix) -> Self { share(.lux(prefix.engine)) }

  /// `D`.
  public class func diopter() -> Self { share(.diopter) }

  /// `pD`.
  public class func prismDiopter() -> Self { share(.prismDiopter) }

  /// `rad`.
  public class func radianAngle() -> Self { share(.radianAngle()) }

  /// `rad` with a prefix.
  public class func radianAngleUnit(with prefix: HKMetricPrefix) -> Self {
    share(.radianAngle(prefix.engine))
  }

  /// `deg`.
  public class func degreeAngle() -> Self { share(.degreeAngle) }

  /// `dBHL`.
  public class func decibelHearingLevel() -> Self { share(.decibelHearingLevel) }

  /// `IU`.
  public class func internationalUnit() -> Self { share(.internationalUnit) }

  /// `appleEffortScore`.
  public class func appleEffortScore() -> Self { share(.appleEffortScore) }
}

// Numbers.
extension HKUnit {
  /// `count`.
  public class func count() -> Self { share(.count) }

  /// `%`, whose values run from 0.0 to 1.0.
  public class func percent() -> Self { share(.percent) }
}

// Moles.
extension HKUnit {
  /// `mol<M>`: an amount of a substance of which one mole weighs so many grams.
  public class func moleUnit(withMolarMass gramsPerMole: Double) -> Self {
    moleUnit(with: .none, molarMass: gramsPerMole)
  }

  /// `mol<M>` with a prefix; stops for a mass that no substance has.
  public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> Self {
    do {
      return share(try .mole(molarMass: gramsPerMole, prefix: prefix.engine))
    } catch {
      stop("\(error)")
    }
  }

  private class func share(_ unit: EngineUnit) -> Self { Self(sharing: unit) }
}

extension HKMetricPrefix {
  var engine: MetricPrefix { MetricPrefix(rawValue: rawValue) ?? .none }
}
