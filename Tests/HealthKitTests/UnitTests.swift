internal import HealthKit
internal import Testing

@Suite struct UnitTests {
  @Test func `every constructor makes the unit of its text`() {
    let units: [(HKUnit, String)] = [
      (.gram(), "g"), (.gramUnit(with: .micro), "mcg"), (.ounce(), "oz"), (.pound(), "lb"),
      (.stone(), "st"), (.meter(), "m"), (.meterUnit(with: .centi), "cm"), (.inch(), "in"),
      (.foot(), "ft"), (.yard(), "yd"), (.mile(), "mi"), (.liter(), "L"),
      (.literUnit(with: .deci), "dL"), (.fluidOunceUS(), "fl_oz_us"),
      (.fluidOunceImperial(), "fl_oz_imp"), (.pintUS(), "pt_us"), (.pintImperial(), "pt_imp"),
      (.cupUS(), "cup_us"), (.cupImperial(), "cup_imp"), (.pascal(), "Pa"),
      (.pascalUnit(with: .kilo), "kPa"), (.millimeterOfMercury(), "mmHg"),
      (.centimeterOfWater(), "cmAq"), (.atmosphere(), "atm"), (.inchesOfMercury(), "inHg"),
      (.decibelAWeightedSoundPressureLevel(), "dBASPL"), (.second(), "s"),
      (.secondUnit(with: .milli), "ms"), (.minute(), "min"), (.hour(), "hr"), (.day(), "d"),
      (.joule(), "J"), (.jouleUnit(with: .kilo), "kJ"), (.kilocalorie(), "kcal"),
      (.smallCalorie(), "cal"), (.largeCalorie(), "Cal"), (.calorie(), "cal"), (.kelvin(), "K"),
      (.degreeCelsius(), "degC"), (.degreeFahrenheit(), "degF"), (.siemen(), "S"),
      (.siemenUnit(with: .micro), "mcS"), (.volt(), "V"), (.voltUnit(with: .micro), "mcV"),
      (.watt(), "W"), (.wattUnit(with: .kilo), "kW"), (.hertz(), "Hz"),
      (.hertzUnit(with: .mega), "MHz"),
      (.lux(), "lx"), (.luxUnit(with: .kilo), "klx"), (.diopter(), "D"), (.prismDiopter(), "pD"),
      (.radianAngle(), "rad"), (.radianAngleUnit(with: .milli), "mrad"), (.degreeAngle(), "deg"),
      (.decibelHearingLevel(), "dBHL"), (.internationalUnit(), "IU"),
      (.appleEffortScore(), "appleEffortScore"), (.count(), "count"), (.percent(), "%"),
      (.moleUnit(withMolarMass: 2), "mol<2>"),
      (.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose), "mmol<180.1558800000541>"),
    ]
    for (unit, text) in units {
      #expect(unit.unitString == text)
      // There is one object of each unit, however it is made.
      #expect(HKUnit(from: text) === unit)
      #expect(unit.description == text)
    }
  }

  @Test func `units multiply, divide and turn round`() {
    let glucose = HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci))
    #expect(glucose == HKUnit(from: "mg/dL"))
    #expect(HKUnit.count().unitDivided(by: .minute()) == HKUnit(from: "count/min"))
    #expect(HKUnit.meter().unitMultiplied(by: .second()).unitString == "m·s")
    #expect(HKUnit.second().unitRaised(toPower: -2) == HKUnit(from: "1/s^2"))
    #expect(HKUnit.second().reciprocal() == HKUnit(from: "s^-1"))
    #expect(HKUnit.gram().unitDivided(by: .gram()).isNull())
    #expect(!HKUnit.count().isNull())
    #expect(HKUnit(from: "kg/m.s^2") == HKUnit(from: "kg.m^-1.s^-2"))
  }

  @Test(arguments: ["", "Kg", "ug", "mL/kg/min", "count/hour", "mol"])
  func `a text from outside that is no unit is an error`(text: String) {
    #expect(throws: HKError.self) { try HKUnit.parse(text) }
    do {
      _ = try HKUnit.parse(text)
    } catch HKError.errorInvalidArgument {
      return
    } catch {
      Issue.record(error)
    }
  }

  @Test func `a text of the program that is no unit stops it`() async {
    await #expect(processExitsWith: .failure) { _ = HKUnit(from: "furlong") }
  }

  @Test func `a unit without bounds stops`() async {
    await #expect(processExitsWith: .failure) { _ = HKUnit.meter().unitRaised(toPower: 1_000) }
  }

  @Test func `units are those of Foundation's formatters`() {
    #expect(HKUnit(from: MassFormatter.Unit.stone) === HKUnit.stone())
    #expect(HKUnit(from: LengthFormatter.Unit.kilometer) === HKUnit.meterUnit(with: .kilo))
    #expect(HKUnit(from: EnergyFormatter.Unit.kilocalorie) === HKUnit.kilocalorie())
    #expect(HKUnit.massFormatterUnit(from: .gramUnit(with: .kilo)) == .kilogram)
    #expect(HKUnit.lengthFormatterUnit(from: .yard()) == .yard)
    #expect(HKUnit.energyFormatterUnit(from: .joule()) == .joule)
  }

  @Test func `a unit that a formatter lacks stops`() async {
    await #expect(processExitsWith: .failure) { _ = HKUnit.massFormatterUnit(from: .meter()) }
  }
}
